import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate for 127.0.0.1, with its key under the passphrase. */
export function makeCertificate(name: string, passphrase?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'crossdock-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const lock = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`]
  const names = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-days', '2', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...curve, ...lock, ...names, ...files], {
    stdio: 'ignore',
  })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
