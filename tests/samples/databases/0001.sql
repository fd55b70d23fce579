BEGIN TRANSACTION;
CREATE TABLE cards (
	game VARCHAR(32) NOT NULL, 
	marks VARCHAR(16) NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "cards" VALUES('_BRivzj5YSVnVMsJYHrut6ot','gccccccccccccccc');
INSERT INTO "cards" VALUES('2fVyVxeJWIFld1P8-lE3gYyy','cccmccccccc-----');
INSERT INTO "cards" VALUES('-vee_t6JNn1bCeFpTl-yV8p4','ccccgccccccccccc');
CREATE TABLE daily (
	player VARCHAR(64) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	level VARCHAR(16) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	PRIMARY KEY (player, date, level), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "daily" VALUES('WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','2026-11-16','beginner','_BRivzj5YSVnVMsJYHrut6ot');
CREATE TABLE daily_boards (
	date VARCHAR(10) NOT NULL, 
	level VARCHAR(16) NOT NULL, 
	board TEXT NOT NULL, 
	difficulty FLOAT NOT NULL, 
	hardest VARCHAR(20) NOT NULL, 
	needed INTEGER NOT NULL, 
	PRIMARY KEY (date, level)
);
INSERT INTO "daily_boards" VALUES('2026-11-16','beginner','9x9x10/open no-guess
2*1000000
*21000111
2210001*1
1*1000111
122100000
02*200111
02*3111*1
0112*2232
000112*2*
',1.36690647482014382418e+00,'single clue',17);
INSERT INTO "daily_boards" VALUES('2026-11-16','intermediate','16x16x40/open no-guess
1*1112*100000000
1111*32200011100
000113*21112*200
111002*22*34*300
2*1112123*3**200
*211*101*3332100
2201110123*11110
*10111001*322*21
1102*200112*334*
0002*2000124*3**
0001111111*3*433
0000112*111323*1
00112*211001*211
001*222223332100
001111*2****1000
000001123**31000
',3.93939393939393944776e+00,'single clue',76);
INSERT INTO "daily_boards" VALUES('2026-11-16','expert','30x16x99/open no-guess
110011100001*10113*3*221100011
*2101*1000122213*4*32*2*10001*
2*101110001*11*4*4111133310011
1110000000111224*201223**10000
01110001232102*31223**4*432111
13*31101***213*201**5*423**21*
1**4*2012322*211013*33*22**311
1223*32210122112211224*423*200
000112**101*102**222*3**322211
000123322121213*4*2*234*4*22*1
1112**101*112*21212111*3*3*211
2*13*5201111*22221000112121111
*433**100112112**100112222111*
3**3342212*1013*42101*3**3*232
*433*2*2*33422*22*21224**42*2*
*21*221212***21112*11*23*21121
',7.26027397260274,'difference',10);
CREATE TABLE daily_places (
	game VARCHAR(32) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	place VARCHAR(16) NOT NULL, 
	PRIMARY KEY (game), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "daily_places" VALUES('_BRivzj5YSVnVMsJYHrut6ot','2026-11-16','a48a9caf8cf02a4f');
CREATE TABLE daily_seen (
	player VARCHAR(64) NOT NULL, 
	date VARCHAR(10) NOT NULL, 
	level VARCHAR(16) NOT NULL, 
	PRIMARY KEY (player, date, level)
);
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
INSERT INTO "games" VALUES('-vee_t6JNn1bCeFpTl-yV8p4','l18BidPHOvft2miq','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','5x3x2/any',NULL,'5x3x2/any
*1000
12110
01*10
',1.79503019027851510053e+09,'won',1,16,4,13,2,4,1.79503019030873775486e+09,4);
INSERT INTO "games" VALUES('2fVyVxeJWIFld1P8-lE3gYyy','02N78ohdsgLT3kYT','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','9x7x12/open',NULL,'9x7x12/open no-guess
*2*2*1000
232211000
2*1000111
*310001*1
*31222222
23*2**11*
*21222111
',1.7950301903383350373e+09,'lost',1,34,2,28,24,3,1.79503019034043145179e+09,31);
INSERT INTO "games" VALUES('RjJgEpG5TTYSP5uJOQ69OgUc','SHgwC_56iHyki2pI','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','7x4x5/safe','17806359671409624958',NULL,1795030190.37631,NULL,0,NULL,NULL,NULL,NULL,2,1.79503019037780117989e+09,12);
INSERT INTO "games" VALUES('_BRivzj5YSVnVMsJYHrut6ot','GqknR3xCy9tiZQCS','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','9x9x10/open',NULL,'9x9x10/open no-guess
2*1000000
*21000111
2210001*1
1*1000111
122100000
02*200111
02*3111*1
0112*2232
000112*2*
',1.79503019055082917209e+09,'won',0,474,19,71,16,19,1.7950301905692446232e+09,0);
INSERT INTO "games" VALUES('re17ZUIuQfcIHmfJUaVTW_LK','zdXVVLgxJYf2Mfh6','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','9x9x10/open',NULL,'9x9x10/open
*101*2110
220112*21
*100012*1
110000111
001110000
001*21100
00123*100
1101*3210
*10112*10
',1.7950301914999873638e+09,NULL,0,NULL,NULL,NULL,NULL,0,NULL,NULL);
CREATE TABLE helps (
	game VARCHAR(32) NOT NULL, 
	"after" INTEGER NOT NULL, 
	PRIMARY KEY (game, "after"), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "helps" VALUES('-vee_t6JNn1bCeFpTl-yV8p4',-1);
INSERT INTO "helps" VALUES('2fVyVxeJWIFld1P8-lE3gYyy',1);
CREATE TABLE known_boards (
	mark VARCHAR(64) NOT NULL, 
	day INTEGER NOT NULL, 
	PRIMARY KEY (mark)
);
CREATE TABLE meta (
	version INTEGER NOT NULL
);
INSERT INTO "meta" VALUES(1);
CREATE TABLE moves (
	game VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	cell INTEGER NOT NULL, 
	PRIMARY KEY (game, number), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('-vee_t6JNn1bCeFpTl-yV8p4',0,0,'open',4);
INSERT INTO "moves" VALUES('-vee_t6JNn1bCeFpTl-yV8p4',1,3,'flag',0);
INSERT INTO "moves" VALUES('-vee_t6JNn1bCeFpTl-yV8p4',2,8,'open',5);
INSERT INTO "moves" VALUES('-vee_t6JNn1bCeFpTl-yV8p4',3,16,'open',10);
INSERT INTO "moves" VALUES('2fVyVxeJWIFld1P8-lE3gYyy',0,0,'open',31);
INSERT INTO "moves" VALUES('2fVyVxeJWIFld1P8-lE3gYyy',1,34,'open',0);
INSERT INTO "moves" VALUES('RjJgEpG5TTYSP5uJOQ69OgUc',0,0,'flag',0);
INSERT INTO "moves" VALUES('RjJgEpG5TTYSP5uJOQ69OgUc',1,2,'open',12);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',0,0,'open',0);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',1,22,'open',2);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',2,41,'open',3);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',3,64,'open',10);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',4,88,'open',18);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',5,99,'open',19);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',6,217,'open',26);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',7,248,'open',27);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',8,287,'open',36);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',9,300,'open',37);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',10,325,'open',45);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',11,358,'open',62);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',12,376,'open',68);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',13,392,'open',69);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',14,429,'open',70);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',15,433,'open',71);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',16,449,'open',76);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',17,464,'open',77);
INSERT INTO "moves" VALUES('_BRivzj5YSVnVMsJYHrut6ot',18,474,'open',79);
CREATE TABLE names (
	player VARCHAR(64) NOT NULL, 
	name VARCHAR(24) NOT NULL, 
	shown BOOLEAN NOT NULL, 
	PRIMARY KEY (player)
);
INSERT INTO "names" VALUES('WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','Ada',1);
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
INSERT INTO "race_entries" VALUES('6cc864d2bf07e8b4e654075b28cb15d44203fe19','bpk7cnPHRT7yw2ip','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','re17ZUIuQfcIHmfJUaVTW_LK',1.79503019148791122432e+09,0,0);
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
INSERT INTO "races" VALUES('V_DDGM_cADMSX-TR','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb',1.79503019122009277344e+09,'5x3x2/any','-vee_t6JNn1bCeFpTl-yV8p4',NULL,NULL);
INSERT INTO "races" VALUES('bpk7cnPHRT7yw2ip','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb',1.79503019132433223729e+09,'9x9x10/open',NULL,'odds','player: agent odds
outcome: won
moves: 11
9x9x10/open
*101*2110
220112*21
*100012*1
110000111
001110000
001*21100
00123*100
1101*3210
*10112*10
0 open D4
1000 open F1
1800 open G1
2600 open H1
3400 open I1
4900 open A2
6400 open I3
7500 open E7
8300 open F8
9100 open E9
9900 open F9
');
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
INSERT INTO "reviews" VALUES('_BRivzj5YSVnVMsJYHrut6ot',3,0.385233918128655,1.0,0.0,7.44152046783625675807e-01,7.44152046783625675807e-01,75,75,3,3,'[{"kind": "GameWon", "guesses": 3, "chance": 0.385233918128655, "first": false, "helped": false, "agent": ""}, {"kind": "NeedlessGuess", "move": 4, "safe": "I3", "points": 50}, {"kind": "OtherErrors", "errors": 2, "points": 25}, {"kind": "LuckAndChoices", "start": 1.0, "luck": 75, "error": 75, "agent": ""}]','needless guess','2*1000000*210001112210001*11*100011112210000002*20011102*3111*10112*2232000112*2*','[{"move": 1, "position": "9x9x10/open\n.........\n.........\n.........\n...+.....\n.........\n.........\n.........\n.........\n.........\n", "technique": "given", "safe": ["C3", "D3", "E3", "C4", "D4", "E4", "C5", "D5", "E5"], "mines": [], "guessed": "A1", "lost": 0.13888888888888884}, {"move": 2, "position": "9x9x10/open\n2........\n.........\n.........\n...+.....\n.........\n.........\n.........\n.........\n.........\n", "technique": "given", "safe": ["D4"], "mines": [], "guessed": "C1", "lost": 0.10526315789473684}, {"move": 4, "position": "9x9x10/open\n2.1000000\n..1000111\n..10001..\n..1000111\n..2100000\n...200111\n...3111..\n.........\n.........\n", "technique": "single clue", "safe": ["B3", "I3", "B6", "I7", "C8", "D8", "F8", "G8", "H8"], "mines": ["A2", "H3", "C6", "C7", "H7", "E8"], "guessed": "B2", "lost": 0.5}]');
INSERT INTO "reviews" VALUES('2fVyVxeJWIFld1P8-lE3gYyy',1,7.0588235294117640528e-01,1.0,0.0,2.94117647058823594719e-01,2.94117647058823594719e-01,-71,29,1,1,'[{"kind": "NeedlessGuess", "move": 2, "safe": "D1", "points": null}, {"kind": "CostPoints", "points": 29, "luck": 0}, {"kind": "LuckAndChoices", "start": 1.0, "luck": -71, "error": 29, "agent": ""}]','needless guess','X.*.*1000..2211000.*1000111*.10001*.*.12222....*.**..**........','[{"move": 2, "position": "9x7x12/open\n.....1000\n..2211000\n..1000111\n..10001..\n..12222..\n.........\n.........\n", "technique": "single clue", "safe": ["B1", "D1", "B2", "B4", "I4", "B5", "H5", "B6", "H6"], "mines": ["C1", "E1", "B3", "H4", "E6"], "guessed": "A1", "lost": 0.2941176470588236}]');
INSERT INTO "reviews" VALUES('-vee_t6JNn1bCeFpTl-yV8p4',2,4.33333333333333348136e-01,8.28571428571428625353e-01,0.0,0.5,0.5,67,50,1,1,'[{"kind": "GameWon", "guesses": 1, "chance": 0.5, "first": true, "helped": false, "agent": ""}, {"kind": "NeedlessGuess", "move": 3, "safe": "B3", "points": 50}, {"kind": "LuckAndChoices", "start": 0.8285714285714286, "luck": 67, "error": 50, "agent": ""}]','needless guess','F10001211001*10','[{"move": 3, "position": "5x3x2/any\n.1000\n.2110\n...10\n", "technique": "single clue", "safe": ["A3", "B3"], "mines": ["C3"], "guessed": "A2", "lost": 0.5}]');
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
INSERT INTO "rush_positions" VALUES('7JleFY1U9IGDhSf7Jbu_Qupr',0,'WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','073b129ed096e3b7ab04a3df51aea6f70dadfd5c28d8a9f96e8d325b401cb18a','9x7x14/open
.3.101.10
.31113.20
22002..20
.2002..20
.30013331
.31001.2.
2.1001121
','single clue','["G2"]','["A1", "C1", "G1", "A2", "F3", "G3", "A4", "F4", "G4", "A5", "A6", "G6", "I6", "B7"]',NULL,1.79503019172236537932e+09,1.79503019175325179103e+09,'G2','solved',1500.0,1.62218172961323307389e+03,'073b129ed096e3b7ab04a3df51aea6f70dadfd5c28d8a9f96e8d325b401cb18a');
INSERT INTO "rush_positions" VALUES('7JleFY1U9IGDhSf7Jbu_Qupr',1,'WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','44c18d56a5c42a95869154f90ba672b4b35cc06a68e1bf59ae37e0b3cf4e4295','9x7x14/open
..102....
..102....
.1101....
.1001....
.1002....
.3323....
.........
','single clue','["B1", "A2", "A3", "F3", "A4", "F4", "A6", "A7", "E7", "F7"]','["F1", "B2", "F2", "A5", "F5", "F6", "B7", "C7", "D7"]',NULL,1.79503019175325179103e+09,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE rush_ratings (
	player VARCHAR(64) NOT NULL, 
	technique VARCHAR(20) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	positions INTEGER NOT NULL, 
	changed FLOAT NOT NULL, 
	PRIMARY KEY (player, technique)
);
INSERT INTO "rush_ratings" VALUES('WDc3vtCBavjXGNDCB3BycshGSBWxlOcb','single clue',1.62218172961323307389e+03,2.55690955208356655251e+02,1,1.79503019175325179103e+09);
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
INSERT INTO "rush_runs" VALUES('7JleFY1U9IGDhSf7Jbu_Qupr','WDc3vtCBavjXGNDCB3BycshGSBWxlOcb',1.79503019172236537932e+09,1.79503019177073693275e+09,'stopped',1,1,0);
CREATE TABLE writers (
	id VARCHAR(32) NOT NULL, 
	token VARCHAR(32) NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX ix_games_player ON games (player);
CREATE INDEX ix_rush_runs_player ON rush_runs (player);
CREATE INDEX ix_races_player ON races (player);
CREATE INDEX ix_rush_positions_player ON rush_positions (player);
CREATE INDEX ix_race_entries_player ON race_entries (player);
CREATE INDEX ix_race_entries_game ON race_entries (game);
CREATE INDEX ix_race_entries_race ON race_entries (race);
COMMIT;
