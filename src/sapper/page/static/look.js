// This script runs before the first paint, so that a dark page does not flash white.
"use strict";
{
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const look = JSON.parse(localStorage.getItem("sapper.settings") ?? "{}").look ?? "auto";
    document.documentElement.dataset.look = look === "auto"
      ? (dark.matches ? "dark" : "light")
      : look;
  };
  show();
  dark.addEventListener("change", show);
  document.addEventListener("settings", show);
}
