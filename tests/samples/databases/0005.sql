BEGIN TRANSACTION;
CREATE TABLE answers (
	game VARCHAR(32) NOT NULL, 
	language VARCHAR(8) NOT NULL, 
	question VARCHAR(64) NOT NULL, 
	answer BLOB NOT NULL, 
	PRIMARY KEY (game, language), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE beginnings (
	game VARCHAR(32) NOT NULL, 
	count INTEGER NOT NULL, 
	moves BLOB NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "beginnings" VALUES('D4YgtO5iPuysaZROvV2oo0Su',3,X'789C8B8E36D05150CA2F48CD53D2513088D55188B640F08D417C43238480496C2C0039550C85');
CREATE TABLE cards (
	game VARCHAR(32) NOT NULL, 
	marks VARCHAR(16) NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "cards" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV','ccccm-----------');
CREATE TABLE daily (
	player VARCHAR(64) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	level VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	PRIMARY KEY (player, date, level), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "daily" VALUES('WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','2026-11-19','beginner','xaD1mf92AvPsF2PATmTP4vKG');
CREATE TABLE daily_boards (
	date VARCHAR(10) NOT NULL, 
	level VARCHAR(16) NOT NULL, 
	board TEXT NOT NULL, 
	difficulty FLOAT NOT NULL, 
	hardest VARCHAR(20) NOT NULL, 
	needed INTEGER NOT NULL, 
	PRIMARY KEY (date, level)
);
INSERT INTO "daily_boards" VALUES('2026-11-19','beginner','9x9x10/open no-guess
*10001*21
2200012*2
*1000023*
1100012*2
000001*21
000001221
1100001*1
*10001221
110001*10
',2.85714285714285720629e+00,'difference',4);
CREATE TABLE games (
	id VARCHAR(32) NOT NULL, 
	share VARCHAR(32) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	level VARCHAR(64) NOT NULL, 
	seed VARCHAR(20), 
	board TEXT, 
	created FLOAT NOT NULL, 
	outcome VARCHAR(8), 
	assisted BOOLEAN NOT NULL, 
	elapsed BIGINT, 
	clicks INTEGER, 
	opened INTEGER, 
	three_bv INTEGER, 
	revision INTEGER NOT NULL, 
	began FLOAT, 
	first INTEGER, 
	PRIMARY KEY (id), 
	UNIQUE (share)
);
INSERT INTO "games" VALUES('uCRo3QXOL41wx9w6rnjPAYO0','A4D1Z846n2d0q3OV','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','7x4x5/open',NULL,'7x4x5/open no-guess
001*332
1122***
1*11232
1110000
',1.795112598739274025e+09,NULL,0,NULL,NULL,NULL,NULL,1,1.79511259881571435927e+09,24);
INSERT INTO "games" VALUES('xXcJ95WfIauK99Wkz0XYlhO1','2SRxDzK33-GS4lgz','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','6x4x5/safe','8145904201648840453',NULL,1.79511259905186247825e+09,NULL,1,NULL,NULL,NULL,NULL,2,1.79511259906061720848e+09,7);
INSERT INTO "games" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV','ad2wEkFCREJlSB_p','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','7x5x8/safe','8448067037237784155',NULL,1.79511259917053532597e+09,'lost',0,17,4,11,19,4,1.79511259917288112635e+09,0);
INSERT INTO "games" VALUES('D4YgtO5iPuysaZROvV2oo0Su','VNEJQ_xW48Ya16-z','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','7x5x8/safe',NULL,'7x5x8/safe
00112*1
002*322
224*31*
**3*222
222111*
',1.79511260193396306045e+09,NULL,1,NULL,NULL,NULL,NULL,1,1.79511260192222976686e+09,0);
INSERT INTO "games" VALUES('xaD1mf92AvPsF2PATmTP4vKG','cBXlIzG7UBwStfG1','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','9x9x10/open',NULL,'9x9x10/open no-guess
*10001*21
2200012*2
*1000023*
1100012*2
000001*21
000001221
1100001*1
*10001221
110001*10
',1.79511260197924113271e+09,NULL,0,NULL,NULL,NULL,NULL,1,1.79511260198763227457e+09,30);
CREATE TABLE helps (
	game VARCHAR(32) NOT NULL, 
	"after" INTEGER NOT NULL, 
	PRIMARY KEY (game, "after"), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "helps" VALUES('xXcJ95WfIauK99Wkz0XYlhO1',0);
INSERT INTO "helps" VALUES('D4YgtO5iPuysaZROvV2oo0Su',3);
CREATE TABLE moves (
	game VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	cell INTEGER NOT NULL, 
	revision INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('uCRo3QXOL41wx9w6rnjPAYO0',0,0,'open',24,1);
INSERT INTO "moves" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV',0,0,'open',0,1);
INSERT INTO "moves" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV',1,8,'open',3,2);
INSERT INTO "moves" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV',2,12,'open',4,3);
INSERT INTO "moves" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV',3,17,'open',5,4);
INSERT INTO "moves" VALUES('D4YgtO5iPuysaZROvV2oo0Su',3,27,'flag',5,1);
INSERT INTO "moves" VALUES('xaD1mf92AvPsF2PATmTP4vKG',0,0,'open',30,1);
CREATE TABLE race_entries (
	id VARCHAR(48) NOT NULL, 
	race VARCHAR(32) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	game VARCHAR(32), 
	created FLOAT NOT NULL, 
	practice BOOLEAN NOT NULL, 
	seen BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(race) REFERENCES races (id) ON DELETE CASCADE, 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE SET NULL
);
CREATE TABLE races (
	id VARCHAR(32) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	level VARCHAR(64) NOT NULL, 
	game VARCHAR(32), 
	agent VARCHAR(16), 
	record TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE reviews (
	game VARCHAR(32) NOT NULL, 
	guesses INTEGER, 
	survival FLOAT, 
	start FLOAT, 
	start_error FLOAT, 
	error FLOAT, 
	estimated_error FLOAT, 
	luck INTEGER, 
	cost INTEGER, 
	decisions INTEGER, 
	mistakes INTEGER, 
	verdict TEXT, 
	decisive VARCHAR(20), 
	picture TEXT, 
	misses TEXT, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "reviews" VALUES('-DY6sjRDU_mhA5Hhm2FWSeJV',1,0.5,5.06545280553101662235e-01,7.47228819319490939615e-03,0.419047619047619,0.419047619047619,-9,42,1,1,'[{"kind": "NeedlessGuess", "move": 4, "safe": "E2", "points": null}, {"kind": "CostPoints", "points": 42, "luck": 0}, {"kind": "LuckAndChoices", "start": 0.5065452805531017, "luck": -9, "error": 42, "agent": ""}]','needless guess','00112X.002*...224*..***.*.........*','[{"move": 4, "position": "7x5x8/safe\n00112..\n002....\n224....\n.......\n.......\n", "technique": "single clue", "safe": ["E2", "C4"], "mines": ["D2", "D3", "A4", "B4", "D4"], "guessed": "F1", "lost": 0.419047619047619}]');
CREATE TABLE rush_positions (
	run VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	position TEXT NOT NULL, 
	technique VARCHAR(20) NOT NULL, 
	safe TEXT NOT NULL, 
	mines TEXT NOT NULL, 
	missed FLOAT, 
	shown FLOAT NOT NULL, 
	answered FLOAT, 
	cell VARCHAR(8), 
	result VARCHAR(8), 
	"before" FLOAT, 
	"after" FLOAT, 
	counted VARCHAR(64), 
	PRIMARY KEY (run, number), 
	UNIQUE (player, counted), 
	FOREIGN KEY(run) REFERENCES rush_runs (id) ON DELETE CASCADE
);
CREATE TABLE rush_ratings (
	player VARCHAR(64) NOT NULL, 
	technique VARCHAR(20) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	positions INTEGER NOT NULL, 
	changed FLOAT NOT NULL, 
	PRIMARY KEY (player, technique)
);
CREATE TABLE rush_runs (
	id VARCHAR(32) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	began FLOAT NOT NULL, 
	ended FLOAT, 
	reason VARCHAR(8), 
	number INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	mistakes INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE sapper_format (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT sapper_format_pkc PRIMARY KEY (version_num)
);
INSERT INTO "sapper_format" VALUES('0005');
CREATE TABLE writers (
	id VARCHAR(32) NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX ix_games_player ON games (player);
CREATE INDEX ix_rush_runs_player ON rush_runs (player);
CREATE INDEX ix_races_player ON races (player);
CREATE INDEX ix_rush_positions_player ON rush_positions (player);
CREATE INDEX ix_race_entries_game ON race_entries (game);
CREATE INDEX ix_race_entries_race ON race_entries (race);
CREATE INDEX ix_race_entries_player ON race_entries (player);
COMMIT;
