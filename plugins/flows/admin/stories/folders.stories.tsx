import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { sample } from '../../../../admin/.storybook/sample.js'
import { DraftServer } from './draft_server.js'
import { reads, workflows } from './fixtures.js'

const sent = fn()
const before = ['/Rates, old and new', '/Orders']
const workflow = {
  ...workflows[0]!,
  triggerConfig: { eventTypes: ['file_upload'], folderPaths: before },
}
const folder = (id: string, name: string) => sample('Asset', { id, name, type: 'folder' })

const server = new DraftServer(
  () => workflow,
  (what, body) => {
    if (what === 'draft') sent((body as typeof workflow).triggerConfig.folderPaths)
  }
)

const meta: Meta = {
  title: 'Flows/Folders of a trigger',
  beforeEach: () => {
    sent.mockClear()
    server.reset()
  },
  parameters: {
    route: '/integrations/workflows/wf_intake',
    api: {
      ...reads,
      ...server.api,
      'GET /assets': ({ query }: FakeRequest) =>
        query.get('filter')?.includes('fol_inv')
          ? [folder('fol_26', '2026')]
          : [folder('fol_inv', 'Invoices'), folder('fol_cus', 'Customs')],
    },
  },
}
export default meta
type Story = StoryObj

/** A chosen folder and a typed one are added to the saved folders, which stay unchanged. */
export const ChosenAndTyped: Story = {
  play: async ({ canvas }) => {
    const field = await canvas.findByRole('combobox', { name: /^Folders/ })
    await expect(canvas.getByText('/Rates, old and new')).toBeVisible()
    const opener = canvas.getByRole('button', { name: 'Choose a folder...' })
    await userEvent.click(opener)
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a folder' }))
    const choose = dialog.getByRole('button', { name: 'Choose this folder' })
    await expect(choose).toBeDisabled()
    await userEvent.click(await dialog.findByRole('button', { name: 'Invoices' }))
    await userEvent.click(await dialog.findByRole('button', { name: '2026' }))
    await userEvent.click(choose)
    await expect(await canvas.findByText('/Invoices/2026')).toBeVisible()
    await waitFor(() => expect(opener).toHaveFocus())
    // Leaving the field without Enter also adds them.
    await userEvent.type(field, '/later, /Orders')
    await userEvent.tab()
    await waitFor(() =>
      expect(sent).toHaveBeenLastCalledWith([...before, '/Invoices/2026', '/later'])
    )
  },
}

export const AsItWas: Story = {
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: /^Name/ }), ' A')
    await waitFor(() => expect(sent).toHaveBeenCalledWith(before))
  },
}

export const DarkOnAPhone: Story = {
  globals: { theme: 'dark', viewport: { value: 'mobile1' } },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^File Events/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Choose a folder...' }))
    await expect(await screen.findByRole('button', { name: 'Invoices' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
