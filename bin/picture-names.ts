/** What the records of the demo church are called in the pictures of a language: a French page of a French church. */

const LANGUAGES: readonly string[] = ['fr', 'pt', 'es', 'sw', 'ar']

/** By the English name, in the order of the languages. */
const NAMES: Readonly<Record<string, readonly [fr: string, pt: string, es: string, sw: string, ar: string]>> = {
  'Grace Community Church': [
    'Église de la Grâce',
    'Igreja da Graça',
    'Iglesia de la Gracia',
    'Kanisa la Neema',
    'كنيسة النعمة',
  ],
  'First service': ['Premier culte', 'Primeiro culto', 'Primer culto', 'Ibada ya kwanza', 'العبادة الأولى'],
  'Second service': ['Deuxième culte', 'Segundo culto', 'Segundo culto', 'Ibada ya pili', 'العبادة الثانية'],
  'Mainland zone': ['Zone du Centre', 'Zona Centro', 'Zona Centro', 'Kanda ya Kati', 'منطقة الوسط'],
  'Island zone': ['Zone de l’Île', 'Zona da Ilha', 'Zona de la Isla', 'Kanda ya Kisiwani', 'منطقة الجزيرة'],
  'Lagos Region': ['Région de Lagos', 'Região de Lagos', 'Región de Lagos', 'Mkoa wa Lagos', 'منطقة لاغوس'],
  'Western Region': ['Région de l’Ouest', 'Região Oeste', 'Región Oeste', 'Mkoa wa Magharibi', 'المنطقة الغربية'],
  General: ['Général', 'Geral', 'General', 'Wa jumla', 'عام'],
  Tithes: ['Dîmes', 'Dízimos', 'Diezmos', 'Zaka', 'العشور'],
  'Building Fund': ['Construction', 'Construção', 'Construcción', 'Ujenzi', 'البناء'],
  Missions: ['Missions', 'Missões', 'Misiones', 'Misheni', 'الإرساليات'],
  Welfare: ['Entraide', 'Ação social', 'Ayuda social', 'Huduma za jamii', 'العون'],
  Lambs: ['Agneaux', 'Cordeirinhos', 'Corderitos', 'Wanakondoo', 'الحملان'],
  Sparrows: ['Moineaux', 'Pardais', 'Gorriones', 'Shomoro', 'العصافير'],
  Lions: ['Lions', 'Leões', 'Leones', 'Simba', 'الأسود'],
  Eagles: ['Aigles', 'Águias', 'Águilas', 'Tai', 'النسور'],
  Pathfinders: ['Éclaireurs', 'Desbravadores', 'Conquistadores', 'Watafuta njia', 'الكشّافون'],
  Explorers: ['Explorateurs', 'Exploradores', 'Exploradores', 'Wavumbuzi', 'المستكشفون'],
  Champions: ['Champions', 'Campeões', 'Campeones', 'Mabingwa', 'الأبطال'],
  Ambassadors: ['Ambassadeurs', 'Embaixadores', 'Embajadores', 'Mabalozi', 'السفراء'],
}

/** Where a name stands within a text: `$1` is what stays. */
const WITHIN: readonly [RegExp, readonly [fr: string, pt: string, es: string, sw: string, ar: string]][] = [
  [
    /(?<=")([A-Z][a-z]+) cell(?=")/g,
    ['Cellule de $1', 'Célula de $1', 'Célula de $1', 'Seli ya $1', 'المجموعة البيتية $1'],
  ],
  [
    /Dear ([A-Z][a-z]+), we look forward to seeing you tomorrow at 9\./g,
    [
      'Bonjour $1, nous nous réjouissons de vous voir demain à 9 h.',
      'Olá, $1! Esperamos você amanhã às 9h.',
      'Hola, $1: nos alegrará verle mañana a las 9.',
      'Habari $1, tunatarajia kukuona kesho saa tatu asubuhi.',
      'أهلًا $1، يسعدنا أن نراك غدًا في التاسعة.',
    ],
  ],
  [
    /Dear ([A-Z][a-z]+),(?:\\n)+here is what happened in our church this month, and what comes next\.(?:\\n)+Grace Community Church/g,
    [
      'Bonjour $1, voici ce qui s’est passé dans notre Église ce mois-ci.',
      'Olá, $1! Veja o que aconteceu na nossa igreja neste mês.',
      'Hola, $1: esto es lo que pasó en nuestra iglesia este mes.',
      'Habari $1, haya ndiyo yaliyotokea kanisani kwetu mwezi huu.',
      'أهلًا $1، إليك ما جرى في كنيستنا هذا الشهر.',
    ],
  ],
  [
    /News from Grace Community Church/g,
    [
      'Nouvelles de l’Église de la Grâce',
      'Notícias da Igreja da Graça',
      'Noticias de la Iglesia de la Gracia',
      'Habari za Kanisa la Neema',
      'أخبار كنيسة النعمة',
    ],
  ],
]

/** An answer of the console with the names of a language. @param json as the console gave it */
export function named(json: string, language: string): string {
  const at = LANGUAGES.indexOf(language)
  if (at < 0) return json
  const texts = WITHIN.reduce((text, [found, words]) => text.replaceAll(found, words[at] ?? '$&'), json)
  return Object.entries(NAMES).reduce(
    (text, [name, words]) => text.replaceAll(`"${name}"`, JSON.stringify(words[at] ?? name)),
    texts,
  )
}
