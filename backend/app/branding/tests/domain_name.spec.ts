import { test } from '@japa/runner'
import { domainName } from '../domain_name.js'

test.group('Domain names', () => {
  test('public host names are normalized as in DNS', ({ assert }) => {
    for (const [written, name] of [
      ['Files.Harbor.Example', 'files.harbor.example'],
      ['harbor.example.', 'harbor.example'],
      ['büro.example', 'xn--bro-hoa.example'],
      ['ｆiles.harbor.example', 'files.harbor.example'],
    ] as const) {
      assert.equal(domainName(written), name, written)
    }
  })

  test('everything else is invalid', ({ assert }) => {
    for (const written of [
      'localhost',
      'harbor',
      'files.localhost',
      'printer.local',
      'db.internal',
      'x.onion',
      '10.0.0.1',
      '1.2.3',
      '0x7f.1',
      '[::1]',
      '::1',
      '2130706433',
      'harbor.example:8080',
      'https://harbor.example',
      'harbor.example/path',
      'a@harbor.example',
      '-a.example',
      'a..example',
      '.example',
      '*.harbor.example',
      'a_b.example',
      'a b.example',
      '%00.example',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(120)}example`,
      '',
    ]) {
      assert.isNull(domainName(written), written)
    }
  })
})
