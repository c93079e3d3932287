/**
 * Common first names in lower case, for texts without capital letters. Names that are also words
 * (Mark, Grace, Will, Hope) are left out: in small letters nobody can tell them apart.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `aaron abby abigail adam adrian aidan aiden alan albert alex alexander alexis alice alicia alison
  allison alyssa amanda amelia amy ana andre andrea andrew andy angela angelica angie anita ann
  anna anne annie anthony antonio ariana arthur ashley ashton aubrey audrey avery barbara beatrice
  becky ben benjamin bernice bernie beth bethany betty beverly bianca billy bobby brad bradley
  brandon breanna brenda brendan brett brian brianna bridget britney brittany bruce bryan bryce
  caitlin caleb calvin cameron camila carl carla carlos carmen carol caroline carolyn carrie
  cassandra cassie catherine cathy cedric chad charlene charles charlie charlotte cheryl chloe
  chris christina christine christopher cindy claire clara clarence claudia clayton clyde cody
  colin colleen connie connor corey craig cristina curtis cynthia damon daniel daniela danielle
  danny darlene darrell darren daryl dave david deanna debbie deborah debra denise dennis derek
  derrick desiree diana diane diego dominic donald donna donnie dorothy doug douglas duane dustin
  dwayne dwight dylan eddie edgar eduardo edward edwin eileen elaine eleanor elena eli elijah
  elizabeth ella ellen ellie elsie emily emma eric erica erik erika erin ernest esther ethan eugene
  eva evan evelyn felicia felipe fernando fiona francesca francis francisco fred freddie gabriel
  gabriela gabrielle gail gary gavin geoffrey george gerald geraldine gina gladys glenn gloria
  gordon greg gregory gwen gwendolyn hailey hannah harold harriet heather hector heidi helen henry
  herbert howard hugo ian ignacio irene isaac isabel isabella isaiah ivan jackie jacob jacqueline
  jaime jake jamal james jamie jane janet janice jared jasmine jason javier jayden jeanette jeff
  jeffrey jenna jennifer jenny jeremiah jeremy jerome jerry jesse jessica jessie jill jim jimmy
  joan joanna joanne jocelyn jodi jody joe joel joey johanna john johnny jon jonathan jorge jose
  joseph josephine joshua josie joyce juan juanita judith judy julia julian julie justin kaitlyn
  kara karen karina karl karla kate katelyn katherine kathleen kathryn kathy katie katrina kayla
  kaylee keisha keith kelly kelsey kendra kenneth kenny kevin kim kimberly kirk kirsten kristen
  kristin kristina kristy krystal kurt kyle kylie lakisha lamar larry latasha latoya laura lauren
  laurie lawrence leah leon leonard leroy leslie liam lillian lily linda lindsay lindsey lisa lois
  loretta lori lorraine louis louise lucas lucia lucy luis luke lydia lynn mackenzie maddie
  madeline malcolm mandy manuel marc marcia marcus margaret maria marian marianne marie marilyn
  mario marissa marjorie marlene marsha martha martin marvin mary mateo matt matthew maureen
  maurice megan melanie melinda melissa meredith micah michael michelle miguel mike mildred miranda
  mitchell molly monica monique morgan nadine nancy naomi natalie natasha nate nathan nathaniel
  neil nicholas nichole nicole nikki nina noah noel nora norman oliver olivia omar oscar owen paige
  pam pamela patricia patrick paul paula pauline pedro peggy penelope peter philip phillip phyllis
  priscilla rachel rafael ralph ramon randall raquel raul raymond rebecca regina renee reuben
  rhonda ricardo richard rickie ricky rita robert roberta roberto rochelle rodney roger roland ron
  ronald ronnie rosa rosalind rosemary rosie roxanne ruth ruthie ryan sabrina sally salvador
  samantha samuel sandra sara sarah sean sebastian sergio seth shane shannon sharon shaun shauna
  sheila shelby shelly sherri sherry shirley simon sofia sonia sonya sophia sophie stacey stacy
  stanley stella stephanie stephen steve steven stuart susan suzanne sylvia tamara tamika tammy
  tanya tara tasha taylor ted teresa terrance terrence terri thelma theodore theresa thomas tiffany
  tim timothy tina todd tom tommy toni tony tonya tracey traci tracy travis trevor tricia trina
  troy tyler tyrone valerie vanessa vera vernon veronica vicki victor victoria vincent vivian wanda
  warren wayne wendy wesley whitney william willie xavier yolanda yvette yvonne zach zachary zoe`.split(
    /\s+/,
  ),
)
