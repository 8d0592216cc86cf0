// onOneDatabase: the agent uses the server by HTTP
import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { bootApp, freePort, migratedDatabase, ServerProcess } from '@crossdock/backend/testing'
import { installed } from '../../../../backend/plugins.js'
import { call, moment, until } from '@crossdock/kernel/testing'
import { Machine, Sender } from './machine.js'

const KiB = 1024
const commands = 100

test.group('Desktop agent: kill -9', () => {
  // Red when an id is not stored before the agent acts, or a result is deleted before the server has it.
  test('two agents and a server are killed at random: each command has one effect and one result', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const port = await freePort()
    const app = await bootApp({ database, settings: { PORT: port } as never })
    const { admin, token } = await app.tenant('freightway')
    const desks = [
      await Machine.enrolled(app.url, admin),
      await Machine.enrolled(app.url, admin),
    ] as const
    for (const desk of desks) cleanup(() => desk.close())
    await app.stop()
    const server = new ServerProcess(database, port)
    cleanup(() => server.kill())
    await server.start()
    const sender = new Sender(server.url, token)
    for (const desk of desks) await desk.start()

    const sent: { id: string; name: string; desk: Machine; content: Buffer; kind: string }[] = []
    for (let at = 0; at < commands; at++) {
      const desk = desks[at % 2]!
      const name = `file-${at}.bin`
      const content = randomBytes(randomInt(1, 1_500 * KiB))
      await desk.write(`up/${at}/${name}`, content)
      const kind = at % 5 === 4 ? 'system_info' : 'upload_files'
      const { id } = await sender.send(desk, kind, {
        path: desk.path('up', String(at)),
        folder: `/From/${at}`,
      })
      sent.push({ id, name, desk, content, kind })
    }

    const isOpen = async () => {
      const states = await Promise.all(sent.map(({ id }) => sender.show(id).catch(() => undefined)))
      return states.some((one) => !one || !['completed', 'failed'].includes(one.status))
    }
    for (let kills = 0; kills < commands && (await isOpen()); kills++) {
      await moment(600)
      const victim = [server, ...desks][randomInt(3)]!
      await victim.kill()
      if (victim instanceof Machine) victim.spawn()
      else await victim.start()
    }
    await until('all commands to end', async () => !(await isOpen()))

    for (const { id, name, desk, content, kind } of sent) {
      const { status, errorCode, errorMessage } = await sender.show(id)
      if (kind === 'system_info') {
        assert.oneOf(errorCode, [null, 'E_INTERRUPTED'], errorMessage!)
        continue
      }
      assert.equal(status, 'completed', errorMessage!)
      const stored = await sender.files(name)
      const [[path, file] = []] = Object.entries(stored)
      assert.lengthOf(Object.keys(stored), 1)
      assert.equal(file!.version, 1, path)
      assert.equal(file!.size, content.length)
      const folder = path!.split('/').slice(0, -1).join('/')
      const back = desk.path('back', name)
      const down = await sender.run(desk, 'download_files', { path: back, folder })
      assert.equal(down.status, 'completed', down.errorMessage!)
      assert.deepEqual(await readdir(back), [name])
      assert.isTrue(content.equals(await readFile(`${back}/${name}`)))
    }
    for (const type of ['agent_command_completed', 'agent_command_failed']) {
      const query = new URLSearchParams({
        filter: JSON.stringify({ eventType: type }),
        range: '[0,999]',
      })
      type Event = { targetId: string }
      const found = await call<Event[]>(server.url, 'GET', `/api/events?${query}`, { as: token })
      assert.equal(found.status, 200, JSON.stringify(found.body))
      const ids = found.body.map(({ targetId }) => targetId)
      assert.lengthOf(ids, new Set(ids).size)
    }
  }).tags(['long'])
})
