/** How files of people are understood that other programs and people made: titles of columns, and what is written below them. */
import { countryNamed } from '../../lib/country-names.ts'
import { languagesAsSaid } from '../../lib/languages-as-said.ts'
import type { Fields } from '../../resource/field.ts'
import { type Meanings, plain, targetsOf } from '../../resource/import-meanings.ts'
import { languages } from '../../texts/names.ts'
import { branchNames } from '../church/branch-names.ts'
import { FORMER_SYSTEMS } from './former-systems.ts'
import { otherNames, partedName } from './full-name.ts'
import { PARTS, together } from './import-together.ts'

const TITLES: Readonly<Record<string, readonly string[]>> = {
  member_no: [
    ...['member no', 'member number', 'membership no', 'membership number', 'member id', 'membership id', 'id no'],
    ...['registration no', 'reg no', 'card no', 'file no', 'envelope no', 'envelope number', 's n', 'no', 'number'],
  ],
  full_name: ['name', 'names', 'full name', 'full names', 'name of member', 'member name', 'member', 'person'],
  first_name: ['first name', 'firstname', 'given name', 'christian name', 'forename', 'prénom', 'vorname', 'nombre'],
  other_names: ['other names', 'other name', 'othernames', 'given names', 'first names'],
  middle_name: ['middle name', 'middlename', 'second name', 'zweiter vorname'],
  last_name: ['surname', 'last name', 'lastname', 'family name', 'nachname', 'nom', 'apellido', 'apellidos'],
  title: ['title', 'prefix', 'salutation', 'honorific', 'anrede'],
  gender: ['gender', 'sex', 'geschlecht', 'sexe', 'sexo'],
  dob: ['date of birth', 'birth date', 'birthdate', 'birthday', 'dob', 'd o b', 'born', 'geburtsdatum', 'birth day'],
  marital_status: ['marital status', 'marital', 'familienstand', 'civil status', 'married'],
  anniversary: [
    'wedding anniversary',
    'anniversary',
    'wedding date',
    'date of marriage',
    'marriage date',
    'hochzeitstag',
  ],
  email: ['email', 'e mail', 'email address', 'e mail address', 'mail', 'home email', 'primary email'],
  phone: [
    ...['phone', 'phone no', 'phone nos', 'phone number', 'telephone', 'tel', 'tel no', 'mobile', 'mobile no', 'gsm'],
    ...['mobile number', 'mobile phone', 'cell', 'cell phone', 'cellphone', 'handy', 'gsm no', 'gsm number', 'contact'],
    ...['phone 1', 'contact no', 'contact number', 'téléphone', 'teléfono'],
  ],
  phone2: [
    'phone 2',
    'other phone',
    'alternative phone',
    'home phone',
    'second phone',
    'alt phone',
    'work phone',
    'phone (2)',
  ],
  whatsapp: ['whatsapp', 'whatsapp no', 'whatsapp number', 'whats app'],
  address: [
    'address',
    'home address',
    'residential address',
    'street',
    'street address',
    'address 1',
    'address 2',
    'straße',
  ],
  city: ['city', 'town', 'city town', 'lga', 'ort', 'ville', 'ciudad'],
  state: ['state', 'province', 'region', 'county', 'state of residence'],
  country: ['country', 'land', 'pays', 'país'],
  language: [
    ...['language', 'preferred language', 'mother tongue', 'native language', 'first language', 'spoken language'],
    ...['langue', 'langue maternelle', 'idioma', 'língua', 'lugha', 'sprache', 'muttersprache', 'locale', 'اللغة'],
  ],
  postal_code: ['postal code', 'postcode', 'post code', 'zip', 'zip code', 'plz', 'code postal'],
  occupation: ['occupation', 'job', 'profession', 'work', 'job title', 'beruf'],
  employer: ['employer', 'company', 'place of work', 'workplace'],
  status: [
    'status',
    'membership status',
    'member status',
    'membership',
    'membership type',
    'category',
    'classification',
  ],
  branch: ['branch', 'parish', 'campus', 'assembly', 'church', 'location', 'site', 'centre', 'center', 'local church'],
  family: ['family', 'household', 'family name of household', 'household name', 'familie', 'home'],
  [PARTS.family]: ['family id', 'family no', 'family number', 'household id', 'household no', 'household number'],
  [PARTS.day]: ['day of birth', 'birth day of month', 'geb tag', 'geburtstag'],
  [PARTS.month]: ['month of birth', 'birth month', 'geb monat', 'geburtsmonat'],
  [PARTS.year]: ['year of birth', 'birth year', 'geb jahr', 'geburtsjahr'],
  family_role: ['family role', 'role in family', 'household role', 'family position', 'relationship'],
  membership_date: [
    'membership date',
    'date joined',
    'joined',
    'joined on',
    'member since',
    'date of membership',
    'join date',
  ],
  baptism_date: [
    'baptism date',
    'date of baptism',
    'baptised',
    'baptized',
    'baptised on',
    'water baptism',
    'taufdatum',
  ],
  salvation_date: [
    'salvation date',
    'date of salvation',
    'born again',
    'date born again',
    'conversion date',
    'new birth',
  ],
  first_visit_date: ['first visit', 'first visit date', 'date of first visit', 'first time visit', 'first attended'],
}

const said = (words: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).flatMap(([value, texts]) => texts.map(text => [plain(text), value])))

const VALUES = {
  gender: said({
    male: ['m', 'man', 'boy', 'males', 'bro', 'brother', 'masculine', 'männlich', 'homme', 'h', 'mr'],
    female: ['f', 'w', 'woman', 'girl', 'females', 'sis', 'sister', 'feminine', 'weiblich', 'femme', 'mrs', 'miss'],
    '': ['unknown', 'unspecified', 'not specified', 'unbekannt'],
  }),
  marital_status: said({
    single: ['s', 'unmarried', 'never married', 'bachelor', 'spinster', 'ledig'],
    married: ['m', 'maried', 'wedded', 'verheiratet', 'yes'],
    widowed: ['w', 'widow', 'widower', 'verwitwet'],
    divorced: ['d', 'separated', 'geschieden', 'getrennt'],
    '': ['unknown', 'unspecified', 'not specified', 'unbekannt'],
  }),
  status: said({
    first_timer: ['first timer', 'first time', 'first time visitor', 'first time guest', 'newcomer', 'new comer'],
    visitor: ['guest', 'visiting', 'prospect', 'gast', 'freund', 'kontakt'],
    new_convert: ['convert', 'new believer', 'new christian', 'newly saved'],
    regular: [
      'attendee',
      'regular attendee',
      'regular attender',
      'attender',
      'adherent',
      'besucher',
      'participant',
      'regulär',
    ],
    member: [
      'full member',
      'full',
      'active',
      'active member',
      'members',
      'm',
      'communicant',
      'baptised member',
      'mitglied',
    ],
    worker: ['volunteer', 'workers', 'church worker', 'staff', 'mitarbeiter'],
    leader: ['leaders', 'pastor', 'elder', 'deacon', 'deaconess', 'minister', 'cell leader', 'leiter'],
    inactive: [
      'in active',
      'not active',
      'dormant',
      'lapsed',
      'former member',
      'left',
      'archived',
      'non attender',
      'non attender staff',
    ],
    transferred: ['transfer', 'moved', 'relocated', 'transferred out', 'moved away'],
    deceased: ['dead', 'late', 'died', 'passed on', 'with the lord', 'verstorben'],
  }),
  language: said(languagesAsSaid(languages())),
  family_role: said({
    head: ['husband', 'father', 'head of household', 'head of family', 'hof', 'hoh', 'adult'],
    spouse: ['wife', 'mother', 'partner'],
    child: ['children', 'son', 'daughter', 'kid', 'kind'],
    other: [
      'other adult',
      'relative',
      'dependant',
      'dependent',
      'house help',
      'unassigned',
      'other relative',
      'non relative',
    ],
  }),
}

/** A country by its name; a code stays what it is. */
const codeOfCountry = (text: string): Record<string, string> => ({ country: countryNamed(text) ?? text })

/** @param fields those that an import may set */
export const personMeanings = (fields: Fields): Meanings => ({
  targets: [
    ...targetsOf(fields, ['branch', 'family']),
    { name: 'full_name', label: 'Full name (split)', kind: 'line', required: false },
    { name: 'other_names', label: 'Other names (first and middle)', kind: 'line', required: false },
    { name: PARTS.family, label: 'Family (its number)', kind: 'line', required: false },
    { name: PARTS.day, label: 'Birthday (day)', kind: 'line', required: false },
    { name: PARTS.month, label: 'Birthday (month)', kind: 'line', required: false },
    { name: PARTS.year, label: 'Birthday (year)', kind: 'line', required: false },
  ],
  titles: Object.fromEntries(Object.entries(TITLES).flatMap(([target, titles]) => titles.map(one => [one, target]))),
  values: VALUES,
  systems: FORMER_SYSTEMS,
  parted: { full_name: partedName, other_names: otherNames, country: codeOfCountry },
  together,
  needs: [['first_name', 'full_name', 'other_names']],
  custom: true,
  contacts: { email: 'email', phone: 'phone' },
  known: branchNames,
})
