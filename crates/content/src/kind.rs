//! What a reference may be to, in the words of findings.

use super::code::Code;

/// Declares the kinds, each with its noun and the code of a reference to none of it.
macro_rules! kinds {
    ($($name:ident = $noun:literal => $code:ident,)+) => {
        /// Something that authors refer to by its id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $(#[doc = $noun] $name,)+
        }

        impl Kind {
            /// The noun of it.
            pub const fn noun(self) -> &'static str {
                match self {
                    $(Self::$name => $noun,)+
                }
            }

            /// The code of a reference to one that is not there.
            pub const fn unknown(self) -> Code {
                match self {
                    $(Self::$name => Code::$code,)+
                }
            }
        }
    };
}

kinds! {
    Ability = "ability" => UnknownAbility,
    AbilityOfOwner = "ability of the character whose ally it is" => UnknownAbility,
    Action = "action" => UnknownAction,
    Back = "back" => UnknownBack,
    Band = "band" => UnknownBand,
    Card = "card" => UnknownCard,
    Chapter = "chapter" => UnknownChapter,
    Character = "character" => UnknownCharacter,
    Check = "check" => UnknownCheck,
    Choice = "choice" => UnknownChoice,
    Color = "color" => UnknownColor,
    Condition = "condition" => UnknownCondition,
    CostSet = "cost set" => UnknownCostSet,
    DisplayFace = "display face" => UnknownDisplayFace,
    Family = "family" => UnknownFamily,
    Field = "field" => UnknownField,
    FieldWithOptions = "field with options" => UnknownField,
    Group = "group" => UnknownGroup,
    GroupOfConditions = "group of conditions" => UnknownGroup,
    Icon = "icon" => UnknownIcon,
    Input = "input" => UnknownInput,
    InputOrChoice = "input or choice" => UnknownInput,
    ItemField = "item field" => UnknownItemField,
    Keyword = "keyword" => UnknownKeyword,
    KeywordFamily = "keyword family" => UnknownKeywordFamily,
    KnownToPlayers = "note, name or ability of theirs" => UnknownNote,
    Line = "line" => UnknownLine,
    List = "list" => UnknownList,
    ListEntry = "list entry" => UnknownListEntry,
    ListOfTraits = "list of traits" => UnknownListOfTraits,
    Note = "note" => UnknownNote,
    Option = "option" => UnknownOption,
    OwnIcon = "icon of the game" => UnknownIcon,
    Ornament = "ornament" => UnknownOrnament,
    Parameter = "parameter" => UnknownParameter,
    ParameterOrField = "parameter or field" => UnknownParameter,
    StatParameter = "parameter that is a stat" => UnknownParameter,
    Procedure = "procedure" => UnknownProcedure,
    Reading = "option" => UnknownReading,
    Requirement = "requirement" => UnknownRequirement,
    Resource = "resource" => UnknownResource,
    Ruling = "ruling" => UnknownRuling,
    SecondarySkill = "secondary skill" => UnknownSecondarySkill,
    Skill = "skill" => UnknownSkill,
    SkillGroup = "skill group" => UnknownSkillGroup,
    Stat = "stat" => UnknownStat,
    Step = "step" => UnknownStep,
    Trait = "trait" => UnknownTrait,
    Value = "value" => UnknownValue,
}
