/** Finds the texts of the sources: those that are said through the message functions, and those that pass them by. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseAst } from 'rolldown/parseAst'

const ROOT = path.resolve(import.meta.dirname, '..')

/** What of the sources people read. What commands and the API say is English. */
const FOLDERS = ['console/src', 'src']
/** A text that is said, and what is handed to it. */
export interface SaidText {
  message: string
  /** Names of the values; undefined where they cannot be read from the source. */
  values: string[] | undefined
  /** Whether it is said elsewhere. */
  marked: boolean
  /** Whether it says why something is refused: pages have it in their language behind those of declarations. */
  refusal: boolean
  /** `console/src/home/home-page.tsx:12`. */
  at: string
}

/** What looks like a text that people read and is not said. */
export interface UnsaidText {
  text: string
  at: string
}

interface TextsFound {
  said: SaidText[]
  unsaid: UnsaidText[]
  /** Why something is refused, where it is not marked for the console (`because`). */
  unmarked: UnsaidText[]
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes right below one. It is asked of each node of all sources, so it makes no lists on the way. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || key === 'parent') continue
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) children.push(one)
    } else if (isNode(value)) children.push(value)
  }
  return children
}

/** The outermost elements below a node. */
const elementsBelow = (node: Node): Node[] =>
  childrenOf(node).flatMap(child => (/^JSX(Element|Fragment)$/.test(child.type) ? [child] : elementsBelow(child)))

/** Functions that say a text. */
const SAYING = ['t', 'rich', 'msg', 'say', 'because']

/** All sources by their path in the repository, tests left out. */
function sources(): { name: string; text: string }[] {
  return FOLDERS.flatMap(folder =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map(name => path.posix.join(folder, name.replaceAll('\\', '/')))
      .map(name => ({ name, text: readFileSync(path.join(ROOT, name), 'utf8') })),
  )
}

/** The texts of all sources, in their order; the sources are read once. */
export function textsOfSources(): TextsFound {
  ofSources ??= readSources()
  return ofSources
}

let ofSources: TextsFound | undefined

function readSources(): TextsFound {
  const found: TextsFound = { said: [], unsaid: [], unmarked: [] }
  for (const { name, text } of sources()) {
    const { said, unsaid, unmarked } = textsIn(name, text)
    found.said.push(...said)
    found.unsaid.push(...unsaid)
    found.unmarked.push(...unmarked)
  }
  return found
}

/**
 * The texts of one source. Outside of the console only what stands in HTML is taken for unsaid, and where people are reminded
 * what is called as reminders call it: what commands and the API say is English.
 * @param name its path
 */
export function textsIn(name: string, text: string): TextsFound {
  const said: SaidText[] = []
  const unsaid: UnsaidText[] = []
  const unmarked: UnsaidText[] = []
  const isPage = name.startsWith('console/')
  const reminds = /\bremind\(/.test(text)
  const inHtml = new Set<Node>()
  const at = ({ start }: Node): string => `${name}:${text.slice(0, start).split('\n').length}`
  const visit = (node: Node, parent?: Node, mailed = false): void => {
    if (IGNORED.test(node.type)) return
    if (node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'html') inHtml.add(node.quasi as Node)
    const call = saidBy(node)
    if (call !== undefined) {
      const { messages, others, ...how } = call
      said.push(...messages.map(message => ({ message, ...how, at: at(node) })))
      for (const other of others) visit(other, undefined, mailed)
      return
    }
    for (const words of refusedBy(node)) unmarked.push({ text: words, at: at(node) })
    const read = readText(node)
    const judged = (isPage || inHtml.has(node) || mailed) && !isNamed(node, parent)
    if (judged && read !== undefined && looksRead(read)) unsaid.push({ text: read, at: at(node) })
    const isMailed = mailed || (reminds && isWords(node))
    // What is shown below a quiet attribute, such as the button in `action={() => <Button>…</Button>}`, is shown.
    for (const child of isQuiet(node) ? elementsBelow(node) : childrenOf(node)) visit(child, node, isMailed)
  }
  visit(parseAst(text, { lang: name.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return { said, unsaid, unmarked }
}

/** Words of a refusal that stand where refusals do: the message and the fields of an error, and what is wrong with a field. */
function refusedBy(node: Node): string[] {
  const given = (node.arguments ?? []) as Node[]
  const callee = node.callee as Node | undefined
  if (node.type === 'NewExpression' && callee?.name === 'ApiError') {
    const details = (given[1]?.properties ?? []) as { key?: { name?: string }; value?: Node }[]
    const fields = (details.find(({ key }) => key?.name === 'errors')?.value?.properties ?? []) as { value?: Node }[]
    const message = details.find(({ key }) => key?.name === 'message')
    return [message, ...fields].flatMap(one => (one?.value ? wordsIn(one.value) : []))
  }
  const isAdded = node.type === 'CallExpression' && (callee?.property as Node | undefined)?.name === 'add'
  const to = callee?.object as Node | undefined
  if (
    isAdded &&
    given.length === 2 &&
    /^(problems|wrong|errors)$/.test(String(to?.name ?? (to?.property as Node)?.name))
  )
    return given.slice(1).flatMap(wordsIn)
  return []
}

/** Literal words that an expression can be, in a language. */
function wordsIn(node: Node): string[] {
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(one => wordsIn(one as Node))
  if (node.type === 'LogicalExpression') return wordsIn(node.right as Node)
  const read = /Literal$/.test(node.type) ? readText(node) : undefined
  return read !== undefined && / /.test(read) ? [read] : []
}

/** What reminders are made of, by the name that they give it. */
const WORDS = ['title', 'text', 'subject', 'body']

const isWords = ({ type, id, key }: Node): boolean =>
  (type === 'VariableDeclarator' && WORDS.includes(String((id as Node).name))) ||
  (type === 'Property' && WORDS.includes(String((key as Node).name)))

/** Types, and names of modules. */
const IGNORED =
  /^(TSTypeAliasDeclaration|TSInterfaceDeclaration|TSTypeAnnotation|TSTypeParameterInstantiation|Import|ExportAll)/

/** A call of a message function: the texts of its first argument, and what is left to be looked at. */
function saidBy(
  node: Node,
): (Pick<SaidText, 'values' | 'marked' | 'refusal'> & { messages: string[]; others: Node[] }) | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee as Node
  const given = node.arguments as Node[]
  const name = (callee.type === 'MemberExpression' ? (callee.property as Node) : callee).name
  if (!SAYING.includes(name as string)) return undefined
  const [message, values] = given
  return {
    messages: message ? literals(message) : [],
    values: name === 'msg' ? undefined : namesIn(values),
    marked: name === 'msg',
    refusal: name === 'because',
    others: values ? [values] : [],
  }
}

/** The literal texts that an expression can be: itself, or the branches of a choice. */
function literals(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap(one => literals(one as Node))
  if (node.type !== 'TemplateLiteral') return []
  const quasis = node.quasis as { value: { cooked: string } }[]
  return quasis.length === 1 ? quasis.map(({ value }) => value.cooked) : []
}

function namesIn(values: Node | undefined): string[] | undefined {
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return undefined
  const properties = values.properties as { type: string; key?: { name?: string; value?: string } }[]
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  return properties.map(({ key }) => key?.name ?? key?.value ?? '')
}

/** What of a node a reader would see, if it is shown: a literal, the text of an element, a template's words. */
function readText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type === 'JSXText') return String(node.value).trim()
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** A word with a capital and small letters, or several words. */
const looksRead = (text: string): boolean => {
  const words = text.replace(/<[^>]*>/g, ' ').trim()
  if (QUIET_TEXTS.test(words)) return false
  return /^[A-Z][a-z]+([ ,.:;!?…'’]|$)/.test(words) || /[A-Za-z’']{2,}[,;:]? [a-zA-Z]{2,}/.test(words)
}

/** Attributes, calls and properties whose texts nobody reads. */
const QUIET_ATTRIBUTES =
  /^(className|style|styles|classNames|type|key|href|to|path|autoComplete|inputMode|role|id|name|action|variant|size|color|c|component|rel|target|gap|justify|align|d|viewBox|template\w*|grid\w*|data-.*)$/
const QUIET_CALLS =
  /^(querySelector(All)?|getElementById|addEventListener|matchMedia|Error|TypeError|RangeError|Unreachable|sql|lazy|startsWith|endsWith|includes|test|split|join|setAttribute|getAttribute)$/

/** What programs read: stylesheets and command lines. Names of products are the same in every language. */
const QUIET_TEXTS = /^(system-ui, |curl )|^(Edge?|Firefox|Chrome|Safari|Opera|Android|Windows|Mac( OS)?|Linux)$/

/** What is compared with something, and the name of a property, is not shown. */
const isNamed = (node: Node, parent: Node | undefined): boolean =>
  (parent?.type === 'BinaryExpression' && /^[!=]==$/.test(String(parent.operator))) ||
  (parent?.type === 'Property' && parent.key === node)

function isQuiet(node: Node): boolean {
  if (node.type === 'JSXAttribute') return QUIET_ATTRIBUTES.test(String((node.name as Node).name))
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = node.callee as Node
    return QUIET_CALLS.test(String((callee.type === 'MemberExpression' ? (callee.property as Node) : callee).name))
  }
  if (node.type === 'TaggedTemplateExpression') return (node.tag as Node).name === 'sql'
  return false
}

/** The placeholders and tags of a text. @throws SyntaxError where it cannot be read */
export function placeholdersOf(message: string): string[] {
  const names = new Set<string>()
  const walk = (parts: Parts): void => {
    for (const part of parts) {
      if (part.type !== LITERAL && 'value' in part) names.add(part.value)
      if ('children' in part) walk(part.children)
      if ('options' in part) for (const option of Object.values(part.options)) walk(option.value)
    }
  }
  walk(new IntlMessageFormat(message, 'en').getAst())
  return [...names]
}

type Parts = ReturnType<IntlMessageFormat['getAst']>

/** The kind of part that is a text and names nothing. */
const LITERAL = 0
