import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import weather from '../../../examples/crossdock-weather/src/admin/index.js'
import { sample } from '../../.storybook/sample.js'
import { sessions } from '../../.storybook/sessions.js'
import type { FakeRequest } from '../../.storybook/fake_api.js'

const followed = fn()
const places = [
  { id: 'p1', name: 'Quay 4' },
  { id: 'p2', name: 'Rotterdam' },
]
const folder = sample('Asset', { id: 'rotterdam', name: 'Rotterdam', type: 'folder' })

/**
 * The template for a plugin's stories: copy this file, name your plugin and the calls of its screens.
 * `plugins` adds the plugin to the console, `route` opens the console at an address, `api` defines the server's
 * answer to each call, below /api.
 */
const meta: Meta = {
  title: 'Registry/A plugin of your own',
  beforeEach: () => void followed.mockClear(),
  parameters: {
    plugins: [weather],
    api: {
      // A person with the permission that the plugin needs.
      'GET /auth/me': {
        ...sessions.member,
        permissions: ['assets.read', 'integrations.read', 'weather.read', 'weather.write'],
      },
      'GET /weather/places': places,
      'POST /weather/places': ({ body }: FakeRequest) => {
        followed(body)
        return { status: 201, body: { id: 'p3', ...(body as object) } }
      },
      'GET /assets': ({ query }: FakeRequest) =>
        query.get('filter')?.includes('"file"') ? [] : [folder],
      'GET /integrations/systems': [],
      'GET /integrations/stats': 'pending',
    },
  },
}
export default meta
type Story = StoryObj

/** Its tab, on the page that it extends. */
export const ATab: Story = {
  parameters: { route: '/integrations?tab=weather' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Quay 4')).toBeVisible()
    await expect(canvas.getByRole('tab', { name: 'Weather' })).toHaveAttribute(
      'aria-selected',
      'true'
    )
  },
}

export const ATabDark: Story = { ...ATab, globals: { theme: 'dark' } }

/** Its action for a folder, among those of the core. */
export const AnAssetAction: Story = {
  parameters: { route: '/assets' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions for Rotterdam' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Follow its weather' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow its weather' }))
    await expect(dialog.getByRole('textbox', { name: /Place/ })).toHaveValue('Rotterdam')
    await userEvent.click(dialog.getByRole('button', { name: 'Follow its weather' }))
    await expect(await screen.findByText('Following')).toBeVisible()
    await expect(followed).toHaveBeenCalledWith({ name: 'Rotterdam' })
  },
}

/** Its command and its search, in the palette. */
export const InThePalette: Story = {
  parameters: { route: '/assets' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Search and commands' }))
    const search = await screen.findByRole('combobox', { name: 'Search and commands' })
    await userEvent.type(search, 'weather')
    await expect(await screen.findByRole('option', { name: /Show the weather/ })).toBeVisible()
    const found = within(await screen.findByRole('group', { name: 'Weather' }))
    await userEvent.click(found.getByRole('option', { name: 'Quay 4' }))
    await expect(await canvas.findByRole('tab', { name: 'Weather' })).toHaveAttribute(
      'aria-selected',
      'true'
    )
  },
}
