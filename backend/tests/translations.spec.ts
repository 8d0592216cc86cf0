// onOneDatabase: no database takes part
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messages } from '@vinejs/vine/defaults'
import { test } from '@japa/runner'
import ts from 'typescript'
import { installed } from '../plugins.js'

/**
 * Sentences for people stand written out in the sources: `text('…')`, `notFound('…')`, those of validators
 * and the labels of kinds. What else stands in such files goes to developers.
 */
const notForPeople = new Set([
  '{field}',
  '{ "checked": true }',
  '{ "number": "{file.name}" }',
  'Steps by the name of their branch, each as the steps of the workflow.',
  'What happened to it, as far as the log tells.',
  'Which of these would have set the workflow off.',
  // Kept in the log of a run, which is the same for all who read it.
  'The run is about no file. Start it for one, or name one in the step.',
])

interface Messages {
  [key: string]: string | Messages
}

const catalogs = [
  'admin/src/messages/index.ts',
  '{admin/src/screens/*,plugins/*/admin}/{messages,screen_messages}.ts',
]

/** Texts are read from their sources, of which the console's are in no build, and which import each other as `.js`. */
async function load<T>(file: string): Promise<T> {
  const sources = registerHooks({
    resolve: (name, context, next) =>
      next(
        context.parentURL?.includes('/node_modules/') ? name : name.replace(/^(\..+)\.js$/, '$1.ts')
      ),
  })
  try {
    const module = (await import(pathToFileURL(join(process.cwd(), file)).href)) as { default: T }
    return module.default
  } finally {
    sources.deregister()
  }
}

function flat(messages: Messages, prefix = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)
  )
}

/** Whether something is what a permission declares of itself. */
const isOfPermission = ({ parent: facts }: ts.Node) =>
  ts.isCallExpression(facts.parent) && facts.parent.expression.getText() === 'definePermission'

/** What `readAndWrite(domain, nouns)` says of the two permissions it declares. */
function ofPermissions(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'readAndWrite') return []
  const nouns = node.arguments[1]
  if (!nouns || !ts.isStringLiteralLike(nouns)) return []
  return [`See ${nouns.text}`, `Create, change and delete ${nouns.text}`]
}

/** What must be the same in each language: the places of a text, and how many forms it has. */
const shape = (text: string) => ({
  places: [...new Set(text.match(/%\{\w+\}/g))].sort(),
  forms: text.split('||||').length,
})

const shapes = (messages: Messages) =>
  Object.fromEntries(flat(messages).map(([key, text]) => [key, shape(text)]))

/** The others stand in no list that people see. */
const isTold = ({ activity }: { activity?: unknown }) => activity !== undefined

test.group('Translations', () => {
  for (const file of globSync(catalogs)) {
    test(`${file} is in German, key by key`, async ({ assert }) => {
      const english = shapes(await load(file))
      assert.isNotEmpty(english)
      assert.deepEqual(shapes(await load(file.replace(/ts$/, 'de.ts'))), english)
    })
  }

  // Red when a plugin declares an event for the feed that no list of words knows.
  for (const language of ['', '.de']) {
    test(`what the feed tells has a name, screen_messages${language}.ts`, async ({ assert }) => {
      const files = globSync(
        `{admin/src/screens/*,plugins/*/admin}/{messages,screen_messages}${language}.ts`
      )
      const keys = (await Promise.all(files.map((file) => load<Messages>(file)))).flatMap((one) =>
        flat(one).map(([key]) => key)
      )
      const told = installed.flatMap(({ eventTypes = [] }) => eventTypes.filter(isTold))
      assert.isNotEmpty(told)
      const nameless = told.filter(({ name }) => !keys.includes(`activity.event.${name}`))
      assert.deepEqual(
        nameless.map(({ name }) => name),
        []
      )
    })
  }

  test('sentences of the server are in German, one by one', async ({ assert }) => {
    const files = globSync('{backend/app,plugins}/*/texts/de.ts')
    const loaded = await Promise.all(files.map((file) => load<Record<string, string>>(file)))
    const german = Object.assign({}, ...loaded) as Record<string, string>
    const english = sentences()
    const missing = [...english].filter((sentence) => !(sentence in german))
    const left = Object.keys(german).filter((sentence) => !english.has(sentence))
    assert.deepEqual({ missing, left }, { missing: [], left: [] })
    const wrong = Object.entries(german).filter(([one, other]) => places(one) !== places(other))
    assert.deepEqual(wrong, [])
  })
})

const places = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g))].sort().join()
const asTemplate = (sentence: string) => sentence.replace(/\{\{ (\w+) \}\}/g, '{$1}')

function sentences(): Set<string> {
  const files = globSync('{backend/{kernel,app},plugins/*}/**/*.ts').filter(
    (file) => !/node_modules|\/(tests|testing|admin|texts|agents\/program)\//.test(file)
  )
  const ofVine = Object.values(messages).map((sentence) => `${asTemplate(sentence)}.`)
  const found = [...files.flatMap(sentencesIn), ...ofVine]
  return new Set(found.filter((sentence) => !notForPeople.has(sentence)))
}

function sentencesIn(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const ofValidators = /SimpleMessagesProvider|\.report\(/.test(code)
  const ofKinds =
    /^plugins\/[^/]+\/(steps|triggers|schedules|auth_types|connectors|hooks\/verification)\//.test(
      file
    ) || /^plugins\/[^/]+\/(config|connector)\.ts$/.test(file)
  if (!ofKinds && !ofValidators && !/\b(text|notFound|definePermission|readAndWrite)\(/.test(code))
    return []
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) {
      const { parent } = node
      const isLabel =
        ts.isPropertyAssignment(parent) && /^(title|label|description)$/.test(parent.name.getText())
      const isText =
        ts.isCallExpression(parent) &&
        parent.arguments[0] === node &&
        /^(text|notFound)$/.test(parent.expression.getText())
      const isSentence = ofValidators && !isLabel && /^[A-Z{"]\S* .* /.test(node.text)
      // `text('name')` of migrations is a column.
      const isWord = isText && /^[A-Z][a-z]+$| /.test(node.text)
      if (isLabel ? ofKinds || isOfPermission(parent) : isSentence || isWord)
        found.push(asTemplate(node.text))
    }
    found.push(...ofPermissions(node))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true))
  return found
}
