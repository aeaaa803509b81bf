"""Running a server: settings, start and stop, health and figures, backup."""
