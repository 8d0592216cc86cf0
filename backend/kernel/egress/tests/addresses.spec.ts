// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { parseAllowList, refusalOf } from '../addresses.js'

test.group('Egress addresses', () => {
  test('{address} is refused')
    .with([
      { address: '127.0.0.1', word: 'loopback' },
      { address: '127.255.255.254', word: 'loopback' },
      { address: '0.0.0.0', word: 'unspecified' },
      { address: '10.1.2.3', word: 'private' },
      { address: '172.16.0.1', word: 'private' },
      { address: '192.168.1.1', word: 'private' },
      { address: '100.64.0.1', word: 'carrier-grade' },
      { address: '169.254.169.254', word: 'link-local' },
      { address: '168.63.129.16', word: 'cloud host' },
      { address: '192.0.0.192', word: 'reserved' },
      { address: '224.0.0.1', word: 'multicast' },
      { address: '255.255.255.255', word: 'broadcast' },
      { address: '::', word: 'unspecified' },
      { address: '::1', word: 'loopback' },
      { address: 'fc00::1', word: 'unique-local' },
      { address: 'fd00:ec2::254', word: 'unique-local' },
      { address: 'fe80::1', word: 'link-local' },
      { address: 'fe80::1%eth0', word: 'link-local' },
      { address: 'fec0::1', word: 'site-local' },
      { address: 'ff02::1', word: 'multicast' },
      { address: '::ffff:127.0.0.1', word: 'IPv4-mapped' },
      { address: '::ffff:8.8.8.8', word: 'IPv4-mapped' },
      { address: '64:ff9b::7f00:1', word: 'special use' },
      { address: '2002:7f00:1::', word: 'special use' },
      { address: '4000::1', word: 'special use' },
      { address: '0177.0.0.1', word: 'not an IP address' },
      { address: '2130706433', word: 'not an IP address' },
      { address: 'example.com', word: 'not an IP address' },
    ])
    .run(({ assert }, { address, word }) => {
      assert.include(refusalOf(address, 443, []) ?? 'nothing', word)
    })

  test('public addresses may be called', ({ assert }) => {
    for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111']) {
      assert.isNull(refusalOf(address, 443, []))
    }
  })

  test('the operator opens ranges, and single ports in them', ({ assert }) => {
    const allowed = parseAllowList([
      '10.0.0.0/8',
      '127.0.0.1/32:4010',
      'fd00::/8:443',
      '::1',
      '192.168.7.7:81',
    ])
    assert.isNull(refusalOf('10.200.0.1', 80, allowed))
    assert.isNull(refusalOf('127.0.0.1', 4010, allowed))
    assert.isNotNull(refusalOf('127.0.0.1', 4011, allowed))
    assert.isNotNull(refusalOf('127.0.0.2', 4010, allowed))
    assert.isNull(refusalOf('fd12::1', 443, allowed))
    assert.isNotNull(refusalOf('fd12::1', 80, allowed))
    assert.isNull(refusalOf('::1', 80, allowed))
    assert.isNull(refusalOf('192.168.7.7', 81, allowed))
    assert.isNotNull(refusalOf('192.168.7.7', 80, allowed))
    assert.isNotNull(refusalOf('192.168.1.1', 80, allowed))
    assert.isNotNull(refusalOf('::ffff:10.0.0.1', 80, allowed))
  })

  test('EGRESS_ALLOW entry "{$self}" is refused by name')
    .with([
      '10.0.0.0/33',
      '127.0.0.1/32:70000',
      'example.com',
      '10.0.0/8',
      '0x7f.0.0.1/8',
      'fd00::/129',
    ])
    .run(({ assert }, entry) => {
      assert.throws(() => parseAllowList(['10.0.0.0/8', entry]), new RegExp(`holds "${entry}"`))
    })
})
