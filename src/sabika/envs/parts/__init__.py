"""What the codecs of several games share."""
