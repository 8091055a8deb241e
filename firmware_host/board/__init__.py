"""Types that all layers share: pieces, events, faces, commands, messages. Pure."""
