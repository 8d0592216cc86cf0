// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import sharp from 'sharp'
import { makeTenant, signIn } from './support/people.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

journeys(
  "Journey: an organization's branding",
  (stage, group) => {
    group.setup(async () => void (await makeTenant(stage.server, 'acme')))

    test('an administrator sets the branding, and everyone sees it at its address', async ({
      assert,
    }) => {
      const as = await signIn(stage.server, 'admin@acme.example', 'acme')
      const office = await stage.visit({ as, at: 'acme' })
      const { page } = office
      await page.goto('/branding')
      const logo = await sharp({
        create: { width: 300, height: 100, channels: 3, background: '#0f766e' },
      })
        .jpeg()
        .toBuffer()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: logo })
      await office.toast('Logo saved')
      const look = page.getByRole('region', { name: 'Name and colors' })
      await look.getByRole('button', { name: 'Change' }).click()
      const dialog = office.dialog('Name and colors')
      await dialog.getByRole('textbox', { name: 'Product name' }).fill('Harbor Files')
      await dialog.getByRole('textbox', { name: 'Button color', exact: true }).fill('#ffff00')
      await dialog.getByRole('button', { name: /^Use #/ }).click()
      await dialog.getByRole('textbox', { name: 'Button color', exact: true }).fill('#0f766e')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await office.toast('Name and colors saved')
      await sees(page.getByRole('navigation').getByText('Harbor Files'))

      const stranger = await stage.visit({ at: 'acme' })
      await stranger.page.goto('/login')
      await sees(stranger.heading('Sign in to Harbor Files'))
      await sees(stranger.page.locator('header img[src^="/api/branding/logo/"]'))
      const colour = await stranger
        .button('Send magic link')
        .evaluate((button) => getComputedStyle(button).backgroundColor)
      assert.equal(colour, 'rgb(15, 118, 110)')

      const elsewhere = await stage.visit()
      await elsewhere.page.goto('/login')
      await sees(elsewhere.heading('Sign in to Crossdock'))
    }).tags(['long'])
  },
  undefined,
  // Names below localhost resolve to this machine.
  'crossdock.localhost'
)
