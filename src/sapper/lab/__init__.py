"""The lab: experiments over many games."""
