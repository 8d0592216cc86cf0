import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '@crossdock/kernel/testing'
import { freePort } from '../testing/index.js'

/** The fastest available server of a single file, and its name. */
export interface FileServer {
  name: string
  url: string
  close(): Promise<void>
}

/** nginx if installed, otherwise a few lines of Python with sendfile. Undefined without both. */
export async function fileServer(): Promise<
  { name: string; start(file: string): Promise<FileServer> } | undefined
> {
  const nginx = await versionOf('nginx', '-v')
  if (nginx) {
    const name = `nginx ${/nginx\/([\d.]+)/.exec(nginx)?.[1]}, sendfile`
    return { name, start: (file) => startNginx(name, file) }
  }
  const python = await versionOf('python3', '--version')
  if (!python) return undefined
  const name = `sendfile (${python.trim()}; nginx is not installed)`
  return { name, start: (file) => startSendfile(name, file) }
}

/** The version that a program prints. Undefined when it is not installed. */
async function versionOf(program: string, question: string): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [question])
    return stdout || stderr
  } catch {
    return undefined
  }
}

async function startNginx(name: string, file: string): Promise<FileServer> {
  const folder = join(dirname(file), 'nginx')
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder};`)
    .join(' ')
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; user ${userInfo().username}; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      access_log off; sendfile on; tcp_nopush on; ${temporary}
      server { listen 127.0.0.1:${port}; root ${dirname(file)}; }
    }`
  )
  const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
  const child = startProgram('nginx', args, 'ignore')
  const url = `http://127.0.0.1:${port}/${basename(file)}`
  await until('nginx to answer', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`)
    return (await fetch(url, { method: 'HEAD' }).catch(() => undefined))?.ok
  })
  return { name, url, close: () => stopProgram(child) }
}

async function startSendfile(name: string, file: string): Promise<FileServer> {
  const script = join('backend', 'bench', 'baselines', 'sendfile.py')
  const child = startProgram('python3', [script, file], 'pipe')
  const [port] = (await once(child.stdout!, 'data')) as [Buffer]
  return { name, url: `http://127.0.0.1:${Number(port)}/`, close: () => stopProgram(child) }
}

function startProgram(program: string, args: string[], output: 'ignore' | 'pipe'): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', output, 'inherit'] })
  process.once('exit', () => child.kill())
  return child
}

async function stopProgram(child: ChildProcess): Promise<void> {
  child.kill()
  await once(child, 'exit')
}
