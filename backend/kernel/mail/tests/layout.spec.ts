// onOneDatabase: no database takes part
import { test } from '@japa/runner'
import { drawLetter } from '@crossdock/kernel/mail'

test.group('letters', () => {
  const letter = drawLetter({
    title: 'Welcome to <b>Acme</b> & "Sons"',
    code: '123456',
    paragraphs: ['<script>alert(1)</script>'],
    items: ['bolt <img src=x>'],
    buttons: [
      { label: 'Go', url: 'https://crossdock.example/login?token=a&b="c' },
      { label: 'Go to <i>Bolt</i>', url: 'https://crossdock.example/login?token=d' },
    ],
    footer: ["It's small print"],
  })

  test('input of people is escaped in the HTML part', ({ assert }) => {
    assert.notMatch(letter.html, /<script|<b>|<img|<i>/)
    assert.include(letter.html, '&lt;script&gt;alert(1)&lt;/script&gt;')
    assert.include(letter.html, 'href="https://crossdock.example/login?token=a&amp;b=&quot;c"')
  })

  test('the text part has the same content', ({ assert }) => {
    assert.include(letter.text, 'Welcome to <b>Acme</b> & "Sons"')
    assert.match(letter.text, /^123456$/m)
    assert.match(letter.text, /^- bolt <img src=x>$/m)
    assert.match(letter.text, /^Go:\nhttps:\/\/crossdock\.example\/login\?token=a&b="c$/m)
    assert.match(
      letter.text,
      /^Go to <i>Bolt<\/i>:\nhttps:\/\/crossdock\.example\/login\?token=d$/m
    )
  })
})
