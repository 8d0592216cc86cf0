// onOneDatabase: no database takes part
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { run } from './added_weather.js'

const root = process.cwd()
const modules = join(root, 'node_modules')

/** The complete files among the snippets of a page, by their path in the example. They must compile as well. */
async function snippetsOf(page: string): Promise<[path: string, text: string][]> {
  const found = (await readFile(page, 'utf8')).matchAll(/```tsx?\n\/\/ (src\/\S+)\n([^]*?)```/g)
  return [...found].map(([, path, text]) => [path!, text!])
}

/** The values that a source imports from our packages, by package. */
function importsOf(text: string): [from: string, names: string[]][] {
  const found = text.matchAll(/import \{([^}]*)\} from '(@crossdock\/(?!admin|client)[^']+)'/g)
  return [...found].map(([, names, from]) => {
    const all = names!.split(',').map((name) => name.trim().replace(/ as .*/, ''))
    return [from!, all.filter((name) => name && !name.startsWith('type '))]
  })
}

/** A program that calls the API. Its mistakes must be compiler errors. */
const program = `
import { createClient, rows, type Asset } from '@crossdock/client/v2'

const api = createClient({ server: 'http://127.0.0.1:9', token: 'cdk_none' })
export async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of rows(api, '/api/v2/assets', { query: { search: 'port' } })) found.push(name)
  return found
}
export async function folder(name: string): Promise<Asset | undefined> {
  // @ts-expect-error the type of an asset is one of two
  await api.POST('/api/v2/assets', { body: { name, type: 'drawer' } })
  // @ts-expect-error the path does not exist
  await api.GET('/api/v2/assetz')
  const { data } = await api.POST('/api/v2/assets', { body: { name, type: 'folder' } })
  return data?.data
}
`

test.group('The packages of types', () => {
  // Red when the reference uses a removed name. `npm run prove` also compiles it.
  test('contain everything that the example and the reference import', async ({ assert }) => {
    const example = 'examples/crossdock-weather/src'
    const files = await readdir(example, { recursive: true })
    const own = files
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFile(join(example, name), 'utf8'))
    const shown = (await snippetsOf('docs/plugin-reference.md')).map(([, text]) => text)
    const imports = [...(await Promise.all(own)), ...shown].flatMap(importsOf)
    assert.isAbove(imports.length, 20)
    for (const [from, names] of imports) {
      assert.includeMembers(Object.keys(await import(from)), names, from)
    }
  })

  test('have one version, and are sufficient to compile a plugin', async ({ assert }) => {
    const place = await mkdtemp(join(tmpdir(), 'crossdock-types-'))
    await cp('examples/crossdock-weather', place, { recursive: true })
    const snippets = await snippetsOf('docs/plugin-reference.md')
    for (const [path, text] of snippets) {
      await mkdir(dirname(join(place, path)), { recursive: true })
      await writeFile(join(place, path), text)
    }
    await writeFile(join(place, 'src', 'program.ts'), program)
    const ours = join(place, 'node_modules', '@crossdock')
    await mkdir(ours, { recursive: true })
    await run(process.execPath, ['backend/bin/bootstrap.mjs', 'build:packages'])
    const packed = join(root, 'build', 'packages')
    const tarballs = (await readdir(packed)).filter((name) => name.endsWith('.tgz'))
    for (const tarball of tarballs) {
      const name = /^crossdock-(.+)-0\.1\.0\.tgz$/.exec(tarball)?.[1]
      assert.isString(name, tarball)
      await mkdir(join(ours, name!))
      const into = ['-C', join(ours, name!), '--strip-components=1']
      await run('tar', ['-xzf', join(packed, tarball), ...into])
      const manifest = JSON.parse(await readFile(join(ours, name!, 'package.json'), 'utf8'))
      assert.isUndefined(manifest.private)
    }
    const kernel = JSON.parse(await readFile(join(ours, 'kernel', 'package.json'), 'utf8'))
    assert.notIncludeMembers(Object.keys(kernel.exports), ['./boot', './testing'])

    // Their dependencies are already installed here.
    for (const name of await readdir(modules)) {
      if (name !== '@crossdock')
        await symlink(join(modules, name), join(place, 'node_modules', name))
    }
    const tsc = join(modules, 'typescript', 'bin', 'tsc')
    const compiled = await run(process.execPath, [tsc, '-p', place]).catch((error) => error)
    assert.equal(compiled.stdout, '')
    assert.includeMembers(await readdir(join(place, 'dist')), ['index.js', 'stages.js'])
    // The client and the command line contain code.
    await run(process.execPath, [join(place, 'dist', 'program.js')])
    const command = join(ours, 'cli', 'bin', 'crossdock.mjs')
    const { stdout } = await run(process.execPath, [command, '--help'])
    assert.include(stdout, 'Usage: crossdock')
    await rm(place, { recursive: true, force: true })
  }).tags(['long'])
})
