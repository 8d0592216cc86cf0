// onBothDatabases: it checks which database it runs on
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { freePort, until, type ServerProcess } from '@crossdock/backend/testing'
import { testDatabase } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

const page = ['install', 'scale-out']
  .map((name) => readFileSync(`docs/operation/${name}.md`, 'utf8'))
  .join('\n')
const blocks = [...page.matchAll(/```nginx\n([^]*?)```/g)].map(([, text]) => text!)
const upstream = blocks.find((text) => text.startsWith('upstream crossdock'))!
const proxy = blocks.find((text) => text.includes('proxy_pass'))!

const nginx = ['nginx', '/usr/sbin/nginx'].find(
  (program) => spawnSync(program, ['-v']).error === undefined
)

/** The configuration in the documentation, with other ports and without the certificate. */
function configuration(folder: string, port: number, ports: number[]): string {
  const written = upstream.replace('3333', String(ports[0])).replace('3334', String(ports[1]))
  const [map, , server] = proxy.split(/^(?=server \{)/m)
  const plain = server!
    .replace(/^ *(ssl_|listen \[).*\n/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('http://127.0.0.1:3333', 'http://crossdock')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`
  )
  return `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
events {}
http {
${places.join('\n')}
access_log off;
${written}
${map}
${plain}
}`
}

/** The status of one request on a new connection. Zero when the connection broke. */
const statusOf = (url: string) =>
  new Promise<number>((resolve) => {
    const sent = request(url, { agent: false }, (response) => {
      response.on('end', () => resolve(response.statusCode!)).resume()
    })
    sent.on('error', () => resolve(0)).end()
  })

test('the upstream of the page never skips a process, and keeps no connection', ({ assert }) => {
  const servers = upstream.match(/^ *server .*/gm)!
  assert.lengthOf(servers, 2)
  for (const line of servers) assert.match(line, /127\.0\.0\.1:\d+ max_fails=0;$/)
  assert.notMatch(upstream, /^ *keepalive/m)
})

test.group('The balancer of docs/operation', (group) => {
  const { server } = ownServers(group)

  if (testDatabase === 'pg') {
    // Red without max_fails=0 in the documentation.
    test('nginx loses no request while the processes are replaced one by one', async ({
      assert,
      cleanup,
    }) => {
      const folder = await mkdtemp(join(tmpdir(), 'crossdock-nginx-'))
      cleanup(() => rm(folder, { recursive: true, force: true }))
      const env = { APP_KEY: 'k'.repeat(40), TRUST_PROXY: 'true' }
      const ports = [await freePort(), await freePort()]
      const begin = async (at: number) => {
        const one = await server(env, ports[at])
        await one.start()
        return one
      }
      const running: ServerProcess[] = []
      for (const at of [0, 1]) running.push(await begin(at))
      const port = await freePort()
      const file = join(folder, 'nginx.conf')
      await mkdir(join(folder, 'logs'))
      await writeFile(file, configuration(folder, port, ports))
      const said: string[] = []
      const proxy = spawn(nginx!, ['-p', folder, '-c', file], { stdio: ['ignore', 'pipe', 'pipe'] })
      proxy.stderr.on('data', (chunk) => said.push(String(chunk)))
      cleanup(async () => {
        if (proxy.exitCode !== null) return
        proxy.kill('SIGQUIT')
        await once(proxy, 'exit')
      })
      const url = `http://127.0.0.1:${port}/api/health/live`
      await until('nginx to answer', async () => {
        if (proxy.exitCode !== null) throw new Error(`nginx ended: ${said.join('')}`)
        return (await statusOf(url)) === 200
      })

      const statuses = new Map<number, number>()
      let isOver = false
      const poll = async () => {
        while (!isOver) {
          const status = await statusOf(url)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      const polls = [poll(), poll()]
      try {
        for (const at of [0, 1]) {
          assert.equal(await running[at]!.stop(), 0)
          running[at] = await begin(at)
        }
      } finally {
        isOver = true
        await Promise.all(polls)
      }
      assert.deepEqual([...statuses.keys()], [200], JSON.stringify([...statuses]))
    })
      .tags(['long'])
      .timeout(3_600_000)
      .skip(nginx === undefined, 'nginx is not installed (Debian: apt-get install nginx).')
  }
})
