"""Where the floors are put together: files are opened here, and parts are made."""
