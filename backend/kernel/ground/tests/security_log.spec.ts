// onOneDatabase: needs no database
import { Writable } from 'node:stream'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import { maskEmail, SecurityLog } from '../security_log.js'

interface Line {
  event: string
  code?: string
  ip?: string
  count?: number
  most?: { ip: string; code: string; count: number }[]
}

function capture() {
  const lines: Line[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, log: new SecurityLog(new Logger({ enabled: true, destination })) }
}

const refusal = (ip: string, code = 'E_CSRF') => ({ event: 'authorization', code, request: { ip } })

test.group('security log', () => {
  // Red when `refused` writes every line, or does not count omitted lines.
  test('a flood becomes a few lines and one count', ({ assert }) => {
    const { lines, log } = capture()
    for (let turn = 0; turn < 30_000; turn++) log.refused(refusal('192.0.2.7'))
    log.refused(refusal('192.0.2.8'))
    log.refused(refusal('192.0.2.7', 'E_TOKEN'))
    assert.lengthOf(lines, 12)
    log.endMinute()
    assert.lengthOf(lines, 13)
    const { event, count, most } = lines.at(-1)!
    assert.deepEqual([event, count], ['refusals_left_out', 29_990])
    assert.deepEqual(most![0], { ip: '192.0.2.7', code: 'E_CSRF', count: 30_000 })
    log.refused(refusal('192.0.2.7'))
    log.close()
    assert.lengthOf(lines, 14)
  })

  // Red when `linesInAll` is ignored.
  test('a flood from many addresses is limited, too', ({ assert }) => {
    const { lines, log } = capture()
    for (let turn = 0; turn < 5_000; turn++) {
      log.refused(refusal(`10.0.${turn >> 8}.${turn & 255}`))
    }
    log.close()
    assert.lengthOf(lines, 601)
    assert.equal(lines.at(-1)!.count, 4_400)
  })

  test('an operator who works in a tenant is logged once per period', ({ assert }) => {
    const { lines, log } = capture()
    const crossing = { event: 'operator_in_tenant', actor: { type: 'user', id: 'u' } }
    for (const tenantId of ['one', 'two', 'one']) log.crossed({ ...crossing, tenantId })
    log.close()
    assert.lengthOf(lines, 2)
  })

  test('an address is masked to its first letter and its domain', ({ assert }) => {
    assert.equal(maskEmail('dispatch@quay.example'), 'd***@quay.example')
    assert.equal(maskEmail('@quay.example'), '***')
    assert.equal(maskEmail('nomail'), '***')
  })
})
