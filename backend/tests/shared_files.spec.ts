// onOneDatabase: no database takes part
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { SharedFiles } from '../testing/shared_files.js'

type Item = Parameters<SharedFiles['allows']>[0]

/** A test with that title in that file. */
const item = (fileName: string, title = 'any') =>
  ({ title, options: { meta: { fileName }, tags: [] } }) as unknown as Item

test.group('Spec files shared by processes', (group) => {
  let folder: string
  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossdock-test-'))
    return () => rm(folder, { recursive: true })
  })

  // Red when the note is not opened exclusively ('w'): both processes run every file.
  test('each file is run by one process, with all of its tests', ({ assert }) => {
    const [first, second] = [new SharedFiles(folder), new SharedFiles(folder)]
    assert.isTrue(first.allows(item('/a.spec.ts', 'one')))
    assert.isFalse(second.allows(item('/a.spec.ts', 'one')))
    assert.isTrue(second.allows(item('/b.spec.ts')))
    assert.isFalse(first.allows(item('/b.spec.ts')))
    assert.isTrue(first.allows(item('/a.spec.ts', 'two')))
    assert.isFalse(second.allows(item('/a.spec.ts', 'two')))
  })

  // Red when a file is claimed before its tests are checked.
  test('a file without a requested test is not claimed', ({ assert }) => {
    const [first, second] = [new SharedFiles(folder), new SharedFiles(folder)]
    first.add('tests', ['another'])
    assert.isFalse(first.allows(item('/a.spec.ts')))
    assert.isTrue(second.allows(item('/a.spec.ts')))
  })
})
