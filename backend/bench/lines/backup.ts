import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'
import type { Build } from '../builds.js'
import { formParts, upload } from '../content.js'
import { startProcess } from '../start_process.js'
import { figureOf, ratioOf, type PairedLine } from '../paired/line.js'
import { quantile } from '../statistics.js'
import { startSubject } from '../subject.js'

const MIB = 2 ** 20
const rate = 50
const key = 'k'.repeat(43)
const run = promisify(execFile)

/** The effect of a backup on other requests, and the time of its restore. */
export const backup: PairedLine = {
  name: 'backup',
  about:
    'a backup of 1 GiB with other requests, 50 a second, and its restore compared with a plain copy',
  figures: {
    alone: { what: 'page of 25 files without a backup, P95', unit: 'ms', better: 'less' },
    during: {
      what: 'requests while backups of 1 GiB are made, P95',
      unit: 'ms',
      better: 'less',
      target: figureOf(100),
    },
    made: { what: 'backup of 1 GiB, hashed, on disk', unit: 'MB/s', better: 'more' },
    rate: {
      what: 'its restore, hashed, on disk, the start of the command included',
      unit: 'MB/s',
      better: 'more',
      target: ratioOf(0.5),
    },
  },
  async open(build, { quick }) {
    const mebibytes = quick ? 32 : 1024
    const subject = await startSubject({ APP_KEY: key }, build)
    const { server, token, database, env } = subject
    const url = `${server.url}/api/assets`
    const { type, before, after } = formParts('large.bin')
    const headers = { ...token.headers, 'content-type': type }
    await upload({ url, headers, mebibytes, before, after })
    const asker = await startProcess('asker', { url: `${url}?limit=25`, headers: token.headers })
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-backup-'))
    const first = join(folder, 'first')
    const command = aceOf(build)
    await command(database, ['backup', first], env)
    const perSecond = (ms: number) => (mebibytes * MIB) / 1e6 / (ms / 1000)
    const asked = async (until: () => boolean) => {
      const latencies: number[] = []
      do {
        const asked = await asker.ask<{ latencies: number[] }>({ rate, seconds: 1 })
        latencies.push(...asked.latencies)
      } while (!until())
      return quantile(latencies, 0.95)
    }
    return {
      ours: {
        name: 'Crossdock',
        async measure() {
          const until = performance.now() + 5_000
          const alone = await asked(() => performance.now() > until)
          const made = await timed(async () => {
            let isMade = false
            const target = join(folder, 'next')
            const making = command(database, ['backup', target], env).finally(() => (isMade = true))
            const [ms, during] = await Promise.all([
              timed(() => making).then(({ ms: took }) => took),
              asked(() => isMade),
            ])
            await rm(target, { recursive: true })
            return { ms, during }
          })
          const place = await freshDatabase()
          const into = { NODE_ENV: 'test', APP_KEY: key }
          const { ms } = await timed(() => command(place, ['restore', first], into))
          await place.remove()
          const { during, ms: took } = made.result
          return { alone, during, made: perSecond(took), rate: perSecond(ms) }
        },
      },
      async startBaseline() {
        return {
          name: 'cp and sync',
          async measure() {
            const to = join(folder, 'copied')
            const copy = 'cp -r --reflink=never "$0" "$1" && sync -f "$1"'
            const { ms } = await timed(() => run('sh', ['-c', copy, join(first, 'content'), to]))
            await stat(to)
            await rm(to, { recursive: true })
            return { rate: perSecond(ms) }
          },
        }
      },
      async close() {
        await asker.close()
        await subject.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}

/** Runs `node ace` of a build, like an operator. */
function aceOf({ root, node, program }: Build) {
  const console = program.map((part) => part.replace(/server(\.[jt]s)$/, 'console$1'))
  return async (
    { dataDir, databaseUrl }: FreshDatabase,
    args: string[],
    env: Record<string, string>
  ): Promise<void> => {
    const { PATH } = process.env
    await run(node, [...console, ...args], {
      cwd: root,
      env: {
        PATH,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        ...env,
      },
    })
  }
}

async function timed<Result>(work: () => Promise<Result>) {
  const begun = performance.now()
  const result = await work()
  return { result, ms: performance.now() - begun }
}
