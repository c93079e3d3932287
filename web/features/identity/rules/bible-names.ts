/**
 * People, places and books of the Bible, in lower case. On their own, none of them counts as a
 * person's name.
 */
export const BIBLE_NAMES: ReadonlySet<string> = new Set(
  `aaron abel abigail abner abraham abram absalom achan adam ahab amos ananias andrew anna apollos
  aquila asa asaph asher barnabas barabbas bartholomew baruch bathsheba belshazzar benjamin bethany
  bethel bethlehem bildad boaz caesar caiaphas cain caleb cana canaan cephas chronicles claudia clement
  colossians corinth corinthians cornelius cyrus dan daniel darius david deborah delilah demas
  deuteronomy dinah dorcas ecclesiastes eden egypt eleazar eli elihu elijah elisha elizabeth emmaus
  enoch ephesians ephesus ephraim esau esther eunice eve exodus ezekiel ezra felix festus gabriel gad
  galatia galatians galilee genesis gethsemane gideon golgotha goliath gomer habakkuk hagar haggai
  hannah hebrews herod hezekiah hosea huldah immanuel emmanuel isaac isaiah ishmael israel issachar
  jacob jael jairus james japheth jehoshaphat jephthah jeremiah jericho jeroboam jerusalem jesse
  jethro jezebel joab joanna job joel john jonah jonathan jordan joseph joshua josiah judah judas
  judea jude judges julia junia kings korah laban lamentations lazarus leah levi leviticus lois lot
  luke lydia malachi manasseh mara mark martha mary matthew matthias melchizedek methuselah micah michael
  michal miriam moab mordecai moses naaman nahum naomi naphtali nathan nathanael nazareth
  nebuchadnezzar nehemiah nicodemus nineveh noah numbers obadiah obed onesimus onesiphorus patmos paul
  peter pharaoh philemon philip philippians phoebe pilate potiphar priscilla proverbs psalm psalms
  rachel rahab rebekah rebecca rehoboam reuben revelation romans rome ruth salome samaria samson samuel
  sarah sarai saul seth shem shadrach meshach abednego silas simeon simon sinai sodom solomon stephen
  susanna syria tabitha tamar thaddeus thessalonians thomas timothy titus tobit uriah uzziah vashti
  amaziah amnon nabal shechem athaliah abijah zadok micaiah asahel hamor shemaiah jeduthun
  ahimaaz zacharias terah shebaniah oholibah hanan elimelech maacah hodiah ezer maaseiah eliezer abdon
  jehohanan hanani zibiah esau jabez capernaum damascus hebron beersheba lebanon tarsus cilicia joppa
  ashtaroth gibeon gibeah gezer gilead lydda smyrna cyrene antioch gentiles jews
  zacchaeus zebedee zebulun zechariah zephaniah zerubbabel zion zipporah`.split(/\s+/),
)

/** Never a person's own name, regardless of the words before it. */
export const DIVINE: ReadonlySet<string> = new Set(
  `god jesus christ lord savior saviour father holy spirit yahweh jehovah abba almighty allah messiah
  king lamb satan abraham`.split(/\s+/),
)

/** Words after a name that show that it is from the Bible: 'Paul's letter'. */
export const SCRIPTURE_AFTER =
  /^(?:['’]s?)? (?:letters?|epistles?|gospels?|psalms?|book|prayer|prophecy|wrote|writes|says? in|said in|in (?:the )?(?:Bible|Scripture|Genesis|Exodus|Acts|Romans))/
