"""The lab: experiments with many games."""
