-- Makes the tables of layout version 2 of those of version 1, on SQLite. The store does it itself when it finds
-- them and no program holds or waits in them. Names keep their last stamps, and stay taken if they are.

ALTER TABLE holdfast_share ADD COLUMN permits INTEGER NOT NULL DEFAULT -1;
ALTER TABLE holdfast_queue RENAME COLUMN shared TO permits;
UPDATE holdfast_queue SET permits = -permits;
UPDATE holdfast_layout SET version = 2;
