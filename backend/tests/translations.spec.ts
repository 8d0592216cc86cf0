// onOneDatabase: no database takes part
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messages } from '@vinejs/vine/defaults'
import { test } from '@japa/runner'
import ts from 'typescript'
import { installed } from '../plugins.js'

/**
 * Sentences for people are literals in the sources: `text('…')`, `notFound('…')`, those of validators and the
 * labels of kinds. Other literals in these files are for developers.
 */
const notForPeople = new Set([
  '{field}',
  '{ "checked": true }',
  '{ "number": "{file.name}" }',
  'Steps by the name of their branch, each as the steps of the workflow.',
  'The events about it in the log.',
  'Those of the events that would have started the workflow.',
  // Stored in the log of a run, which is the same for all readers.
  'The run has no file. Start it for one, or choose one in the step.',
])

interface Messages {
  [key: string]: string | Messages
}

const catalogs = globSync('{admin/src,plugins/*/admin}/texts/en.json')
const readTexts = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Messages

/**
 * Loads texts from their sources, because the build does not contain the console's, and the sources import each
 * other as `.js`.
 */
async function loadModule<T>(file: string): Promise<T> {
  const sources = registerHooks({
    resolve: (name, context, next) =>
      next(
        context.parentURL?.includes('/node_modules/') ? name : name.replace(/^(\..+)\.js$/, '$1.ts')
      ),
  })
  try {
    return (await import(pathToFileURL(join(process.cwd(), file)).href)) as T
  } finally {
    sources.deregister()
  }
}

function flat(messages: Messages, prefix = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`)
  )
}

/** Whether a node is part of a permission's declaration. */
const isOfPermission = ({ parent: facts }: ts.Node) =>
  ts.isCallExpression(facts.parent) && facts.parent.expression.getText() === 'definePermission'

/** The descriptions of the two permissions that `readAndWrite(domain, nouns)` declares. */
function ofPermissions(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'readAndWrite') return []
  const nouns = node.arguments[1]
  if (!nouns || !ts.isStringLiteralLike(nouns)) return []
  return [`See ${nouns.text}`, `Create, change and delete ${nouns.text}`]
}

/** Must be equal in each language: the placeholders of a text, and its number of plural forms. */
const shape = (text: string) => ({
  places: [...new Set(text.match(/%\{\w+\}/g))].sort(),
  forms: text.split('||||').length,
})

const shapes = (messages: Messages) =>
  Object.fromEntries(flat(messages).map(([key, text]) => [key, shape(text)]))

/** Events without a sentence appear in no list for people. */
const isShown = ({ activity }: { activity?: unknown }) => activity !== undefined

test.group('Translations', () => {
  for (const file of catalogs) {
    test(`${file} is in German, key by key`, ({ assert }) => {
      const english = shapes(readTexts(file))
      assert.isNotEmpty(english)
      const german = shapes(readTexts(file.replace('en.json', 'de.json')))
      // The English of react-admin's own parts comes with its package.
      const own = Object.entries(german).filter(([key]) => !key.startsWith('shell.ra.'))
      assert.deepEqual(Object.fromEntries(own), english)
    })
  }

  // Red when a plugin declares an event for the feed, and its texts do not name the event.
  for (const language of ['en', 'de']) {
    test(`every event of the feed has a name in the texts of its plugin, ${language}`, ({
      assert,
    }) => {
      const keys = catalogs
        .map((file) => readTexts(file.replace('en.json', `${language}.json`)))
        .flatMap((one) => flat(one).map(([key]) => key))
      const shownEvents = installed.flatMap(({ eventTypes = [] }) => eventTypes.filter(isShown))
      assert.isNotEmpty(shownEvents)
      const nameless = shownEvents.filter(
        ({ name }) => !keys.includes(`screens.activity.event.${name}`)
      )
      assert.deepEqual(
        nameless.map(({ name }) => name),
        []
      )
    })
  }

  test('a plugin without German is shown in English, and a broken catalog is named', async ({
    assert,
    cleanup,
  }) => {
    const root = mkdtempSync(join(tmpdir(), 'crossdock-texts-'))
    cleanup(() => rmSync(root, { recursive: true }))
    const write = (file: string, content: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), content)
    }
    const { texts } = await loadModule<{
      texts: (root: string) => { load: (this: object, id: string) => string }
    }>('admin/vite/texts.ts')
    const german = () => {
      const id = '\0virtual:crossdock-texts/screens/de'
      const module = texts(root).load.call({ addWatchFile() {} }, id)
      return JSON.parse(module.replace('export default ', '')) as unknown
    }
    write('admin/src/texts/en.json', '{ "screens": { "dock": { "a": "Quay", "b": "Crane" } } }')
    write('admin/src/texts/de.json', '{ "screens": { "dock": { "a": "Kai" } } }')
    write('plugins/crew/admin/texts/en.json', '{ "screens": { "crew": { "name": "Crew" } } }')
    assert.deepEqual(german(), { dock: { a: 'Kai', b: 'Crane' }, crew: { name: 'Crew' } })
    write('plugins/crew/admin/texts/de.json', '{ "screens": ')
    assert.throws(german, /plugins\/crew\/admin\/texts\/de\.json is not a catalog of texts/)
  })

  test('sentences of the server are in German, one by one', ({ assert }) => {
    const files = globSync('{backend/app,plugins}/*/texts/de.json')
    const german = Object.assign({}, ...files.map(readTexts)) as Record<string, string>
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

/** Whether a property is the label of a choice, in `x-names`. */
const isName = ({ parent: { parent } }: ts.PropertyAssignment) =>
  ts.isPropertyAssignment(parent) && parent.name.getText() === "'x-names'"

function sentencesIn(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const ofValidators = /SimpleMessagesProvider|\.report\(/.test(code)
  const ofKinds =
    /^plugins\/[^/]+\/(steps|triggers|schedules|auth_types|connectors|hooks\/verification)\//.test(
      file
    ) ||
    /^plugins\/[^/]+\/(config|connector)\.ts$/.test(file) ||
    // Parts that the configs of several steps and triggers share.
    /^plugins\/(flows\/(definition\/input_fields|queries\/recipients)|integrations\/notify\/notification_config)\.ts$/.test(
      file
    )
  if (!ofKinds && !ofValidators && !/\b(text|notFound|definePermission|readAndWrite)\(/.test(code))
    return []
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) {
      const { parent } = node
      const isLabel =
        ts.isPropertyAssignment(parent) &&
        (/^(title|label|description)$/.test(parent.name.getText()) || isName(parent))
      const isText =
        ts.isCallExpression(parent) &&
        parent.arguments[0] === node &&
        /^(text|notFound)$/.test(parent.expression.getText())
      const isSentence = ofValidators && !isLabel && /^[A-Z{"]\S* .* /.test(node.text)
      // `text('name')` in migrations is a column.
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
