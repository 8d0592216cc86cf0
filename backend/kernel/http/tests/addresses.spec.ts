import { test } from '@japa/runner'
import { mailAddress } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const shape = vine.create({ email: mailAddress() })
const read = async (email: string) => (await shape.validate({ email })).email

test.group('mail addresses', () => {
  // Red when the domain is kept as typed.
  test('one mailbox has one address, however it was typed', async ({ assert }) => {
    const same = {
      'ada@alpha.example': [
        'ADA@Alpha.Example',
        ' ada@alpha\u3002example',
        'ada@al\u00adpha.example',
      ],
      'ada@b\u00fccher.example': ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
      'ada@localhost': ['ada@LOCALHOST'],
    }
    for (const [address, typed] of Object.entries(same)) {
      for (const one of [address, ...typed]) assert.equal(await read(one), address)
    }
  })

  test('an invalid domain is refused', async ({ assert }) => {
    for (const one of ['ada@', 'ada@a b.example', 'ada']) {
      await assert.rejects(() => read(one))
    }
  })
})
