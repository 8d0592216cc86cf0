import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { reads } from './fixtures.js'

const environment = (id: string, name: string, displayName: string) => ({
  id,
  name,
  displayName,
  isActive: true,
})
const production = environment('prod', 'production', 'Production')
const development = environment('dev', 'development', 'Development')

const meter = (name: string, label: string, unit: string, used: number, limit: number) => ({
  name,
  label,
  unit,
  used,
  limit,
  resetsAt: unit === 'calls' ? '2026-12-01T00:00:00.000Z' : null,
})
const meters = (calls: number, storage: number, systems: number) => [
  meter('apiCallsPerMonth', 'API calls per month', 'calls', calls, 50_000),
  meter('rateLimitPerMinute', 'API calls per minute', 'calls', 3, 100),
  meter('storageQuotaGB', 'Storage', 'GB', storage, 200),
  meter('maxExternalSystems', 'External systems', 'systems', systems, 20),
  meter('maxWorkflows', 'Workflows', 'workflows', 31, 50),
  meter('maxApiEndpoints', 'API endpoints', 'endpoints', 0, 100),
]
const usage = {
  environments: [
    { environmentId: 'prod', name: 'production', meters: meters(45_600, 152.46, 12) },
    { environmentId: 'dev', name: 'development', meters: meters(1_200_000, 0, 1) },
  ],
}

const meta: Meta = {
  title: 'Integrations/Usage',
  beforeEach: () => () => void delete document.documentElement.dataset.environment,
  parameters: {
    route: '/integrations',
    api: {
      ...reads,
      'GET /tenant/environments': [production, development],
      'GET /tenant/usage': usage,
    },
  },
}
export default meta
type Story = StoryObj

/** The button shows the meter closest to its limit: `API calls per month 45.6K / 50.0K`. */
const withFigures = /\d\S* \/ \d/
const open = async () => userEvent.click(await screen.findByRole('button', { name: withFigures }))
/** The header also names the environment. */
const main = async () => {
  await screen.findByRole('button', { name: withFigures })
  return within(screen.getByRole('main'))
}
const panel = async () => within(await screen.findByRole('dialog', { name: 'Usage' }))
const bar = async (name: string) => (await panel()).findByRole('meter', { name })

/** Red when a threshold differs from the specification, or an unwanted meter is shown. */
export const Filled: Story = {
  play: async ({ step }) => {
    // The meter closest to its limit is to the right of the tabs.
    await expect(
      await screen.findByRole('button', { name: /API calls per month.*45\.6K \/ 50\.0K/ })
    ).toBeVisible()
    await open()
    const region = await panel()
    await expect(await bar('API calls per month')).toHaveAttribute(
      'aria-valuetext',
      '45.6K / 50.0K'
    )
    await expect(await bar('Storage')).toHaveAttribute(
      'aria-valuetext',
      '152\u00a0GB / 200\u00a0GB'
    )
    await expect(await bar('External systems')).toHaveAttribute('aria-valuetext', '12 / 20')
    await expect(await bar('API endpoints')).toHaveAttribute('aria-valuetext', '0 / 100')
    await expect(region.getAllByRole('meter')).toHaveLength(5)
    await expect(region.getByText('Resets on Dec 1, 2026')).toBeVisible()
    await step('colours', async () => {
      const colour = (text: string) => getComputedStyle(region.getByText(text)).color
      const [red, yellow, green] = ['45.6K / 50.0K', '152 GB / 200 GB', '12 / 20'].map(colour)
      await expect(new Set([red, yellow, green]).size).toBe(3)
      const fill = async (name: string) =>
        getComputedStyle((await bar(name)).firstElementChild!).backgroundColor
      await expect(await fill('API calls per month')).toBe(await fill('Storage'))
      await expect(await fill('Storage')).not.toBe(await fill('External systems'))
    })
  },
}

/** Red when the panel shows values of another environment than the selected one. */
export const AnotherEnvironment: Story = {
  play: async () => {
    const page = await main()
    await userEvent.click(await page.findByRole('button', { name: /Environment: Production/ }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Development' }))
    await page.findByRole('button', { name: /API calls per month.*1\.2M \/ 50\.0K/ })
    await open()
    await waitFor(async () =>
      expect(await bar('API calls per month')).toHaveAttribute('aria-valuetext', '1.2M / 50.0K')
    )
    await expect((await panel()).getByText('1 / 20')).toBeVisible()
  },
}

/** Red when the environment looks as if workflows still ran. */
export const Inactive: Story = {
  parameters: {
    api: { 'GET /tenant/environments': [production, { ...development, isActive: false }] },
  },
  play: async () => {
    const page = await main()
    await userEvent.click(await page.findByRole('button', { name: 'Environment: Production' }))
    await userEvent.click(
      await screen.findByRole('menuitemradio', { name: 'Development Inactive' })
    )
    await page.findByRole('button', { name: 'Environment: Development Inactive' })
    await expect(
      screen.getByRole('button', { name: /Environment: Development · Inactive$/ })
    ).toBeVisible()
    await expect(
      page.getByText('Development is inactive: programs are refused there, and no workflow starts.')
    ).toBeVisible()
  },
}

/** Red when the summary badge considers only one meter. Here a limit other than that of calls is reached. */
export const OnlyOne: Story = {
  parameters: {
    api: {
      'GET /tenant/environments': [production],
      'GET /tenant/usage': {
        environments: [{ environmentId: 'prod', name: 'production', meters: meters(1, 1, 20) }],
      },
    },
  },
  play: async () => {
    const page = await main()
    await expect(
      await page.findByRole('button', { name: /External systems.*20 \/ 20/ })
    ).toBeVisible()
    await expect(page.getByText('Production')).toBeVisible()
    await expect(screen.queryByRole('button', { name: /Environment/ })).toBeNull()
    await open()
    await expect((await panel()).getByText('Warning')).toBeVisible()
  },
}

export const OnAPhoneInTheDark: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async () => {
    await open()
    await bar('Workflows')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const InGerman: Story = {
  parameters: { language: 'de' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: withFigures }))
    const region = within(await screen.findByRole('dialog', { name: 'Nutzung' }))
    await expect(
      await region.findByText(/Beginnt am 1\. Dez\. 2026 neu|Beginnt am 01\.12\.2026 neu/)
    ).toBeVisible()
  },
}

export const Refused: Story = {
  parameters: {
    api: { 'GET /tenant/usage': { status: 500, body: { message: 'The database is locked.' } } },
  },
  play: async () => {
    await expect(await screen.findByText('98.7% success rate')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Usage' }))
    await expect(await (await panel()).findByText('The database is locked.')).toBeVisible()
  },
}

/** Red when the button opens a form that the server refuses anyway. */
export const AtTheLimit: Story = {
  parameters: {
    api: {
      'GET /tenant/usage': {
        environments: [{ environmentId: 'prod', name: 'production', meters: meters(1, 1, 20) }],
      },
    },
  },
  play: async ({ canvas }) => {
    const add = async () => canvas.findByRole('button', { name: 'Add System' })
    await waitFor(async () => expect(await add()).toHaveAttribute('aria-disabled', 'true'))
    await userEvent.click(await add())
    await expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.hover(await add())
    await expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'You have reached the limit of 20 systems.'
    )
  },
}

const refusal = 'You have reached the limit of 20 external systems. Nothing was created.'

/** Red when the reason of a refusal is a toast, which covers the form or leaves it. */
export const RefusedInTheForm: Story = {
  parameters: {
    api: {
      'POST /integrations/systems': {
        status: 409,
        body: { message: refusal, code: 'E_QUOTA_EXTERNAL_SYSTEMS' },
      },
    },
  },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add System' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(await dialog.findByRole('textbox', { name: /System Name/ }), 'Cranes')
    await userEvent.type(
      dialog.getByRole('textbox', { name: /Base URL/ }),
      'https://cranes.example'
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Add System' }))
    await expect(await dialog.findByText(refusal)).toBeVisible()
    await expect(screen.getAllByText(refusal)).toHaveLength(1)
  },
}
