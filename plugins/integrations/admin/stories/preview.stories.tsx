import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../../admin/.storybook/fake_api.js'
import { chooseAction, closesWithoutQuestion, pick } from '../../../../admin/.storybook/play.js'
import { endpoint, reads } from './fixtures.js'
import { mapping, previewOf, testResult } from './preview_fixtures.js'

const asked = fn()
const tested = fn()
const preview = 'POST /integrations/endpoints/preview'
const meta: Meta = {
  title: 'Integrations/Preview',
  beforeEach: () => {
    asked.mockClear()
    tested.mockClear()
  },
  parameters: {
    route: '/integrations/systems/sys_zeta',
    api: {
      ...reads,
      'GET /integrations/systems/:id/endpoints': [
        endpoint({ id: 'end_receipt', name: 'Post goods receipt', fieldMapping: mapping }),
      ],
      [preview]: (request: FakeRequest) => {
        asked(request.body)
        return previewOf(request)
      },
      'POST /integrations/endpoints/:id/test': ({ body }: FakeRequest) => {
        tested(body)
        return testResult
      },
    },
  },
}
export default meta
type Story = StoryObj

type Part = ReturnType<typeof within>

async function open(): Promise<{ form: Part; shown: Part }> {
  await chooseAction('Post goods receipt', 'Edit')
  const form = within(await screen.findByRole('dialog', { name: 'Edit API Endpoint' }))
  return { form, shown: within(await form.findByRole('region', { name: 'Preview' })) }
}
const body = (part: Part) => part.findByRole('region', { name: 'Body' })
async function chooseFile(part: Part, label: string, file: RegExp) {
  await userEvent.click(await part.findByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: file }))
}
const openTest = async () => {
  await chooseAction('Post goods receipt', 'Test with a file...')
  const name = 'Test of Post goods receipt with a file'
  return within(await screen.findByRole('dialog', { name }))
}

/** Red when selecting a file counts as a change of the endpoint. */
export const OfAFile: Story = {
  play: async () => {
    const { form, shown } = await open()
    await expect(await body(shown)).toHaveTextContent('crossdock-test.txt')
    await expect(shown.getByText('https://api.zeta-wms.example/receipts')).toBeInTheDocument()
    await expect(shown.getByRole('region', { name: 'Headers' })).toHaveTextContent(
      '"Authorization": "••••••••"'
    )
    const card = form.getByRole('region', { name: 'Preview' })
    await expect(card.scrollHeight).toBeLessThanOrEqual(card.clientHeight)
    const choice = form.getByRole('combobox', { name: 'Preview with file' })
    await userEvent.type(choice, 'invoice')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.click(screen.getByRole('option', { name: /^invoice-2026-117.pdf/ }))
    await waitFor(async () => expect(await body(shown)).toHaveTextContent('invoice-2026-117.pdf'))
    await pick(shown, /The file itself/, 'Send the file as the request body')
    await waitFor(() =>
      expect(asked).toHaveBeenLastCalledWith(
        expect.objectContaining({ assetId: 'invoice', sendFile: 'body' })
      )
    )
    await closesWithoutQuestion('Edit API Endpoint')
  },
}

export const OfAFileDark: Story = {
  globals: { theme: 'dark' },
  play: async () => void (await body((await open()).shown)),
}

export const OfAFilePhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async () => void (await body((await open()).shown)),
}

let answer = () => {}

/** Red when an answer to an earlier state is shown as the present one. */
export const NeverStale: Story = {
  tags: ['long'],
  parameters: {
    api: {
      [preview]: async (request: FakeRequest) => {
        const { path } = request.body as { path: string }
        if (path === '/slow') await new Promise<void>((resolve) => (answer = resolve))
        if (path === '/refused') return { status: 422, body: { message: 'Not this path.' } }
        return previewOf(request)
      },
    },
  },
  play: async () => {
    const { form, shown } = await open()
    await shown.findByText('https://api.zeta-wms.example/receipts')
    await waitFor(() => expect(shown.queryByText('Updating the preview...')).toBeNull())
    const path = form.getByRole('textbox', { name: /API Path/ })
    await userEvent.clear(path)
    await expect(await shown.findByText(/as soon as the API path is entered/)).toBeInTheDocument()
    await expect(shown.queryByText(/zeta-wms/)).toBeNull()
    await userEvent.click(path)
    await userEvent.paste('/slow')
    await expect(await shown.findByText('Updating the preview...')).toBeInTheDocument()
    await waitFor(() => {
      answer()
      return expect(shown.getByText('https://api.zeta-wms.example/slow')).toBeInTheDocument()
    })
    await userEvent.clear(path)
    await userEvent.paste('/refused')
    await expect(await shown.findByText('Not this path.')).toBeInTheDocument()
    await expect(shown.queryByText(/zeta-wms/)).toBeNull()
  },
}

export const NothingToSend: Story = {
  parameters: {
    api: {
      [preview]: (request: FakeRequest) => ({
        ...previewOf(request),
        request: null,
        problem: 'Zeta WMS has no base URL.',
      }),
    },
  },
  play: async () => {
    const { shown } = await open()
    await expect(await shown.findByText('Zeta WMS has no base URL.')).toBeInTheDocument()
  },
}

export const TestWithAFile: Story = {
  play: async () => {
    const dialog = await openTest()
    const send = dialog.getByRole('button', { name: 'Send test' })
    await expect(dialog.getByRole('combobox', { name: 'File' })).toHaveFocus()
    await expect(send).toBeDisabled()
    await chooseFile(dialog, 'File', /^invoice/)
    await expect(await body(dialog)).toHaveTextContent('invoice-2026-117.pdf')
    await waitFor(() => expect(send).toBeEnabled())
    await expect(tested).not.toHaveBeenCalled()
    await userEvent.click(send)
    await expect(await dialog.findByText(/with status 201 Created/)).toBeInTheDocument()
    await expect(tested.mock.calls).toEqual([[{ assetId: 'invoice', sendFile: 'none' }]])
    await expect(dialog.getByRole('region', { name: 'Response' })).toHaveTextContent('4711')
    await expect(await screen.findByText('Test Successful')).toBeVisible()
    // Selecting another file clears the result of the first one.
    await chooseFile(dialog, 'File', /^packing/)
    await waitFor(async () => expect(await body(dialog)).toHaveTextContent('packing-list.csv'))
    await expect(dialog.queryByRole('region', { name: 'Response' })).toBeNull()
  },
}

/** Enter in the preview saves nothing. */
export const ParametersOfAStep: Story = {
  tags: ['long'],
  parameters: {
    api: {
      'GET /integrations/systems/:id/endpoints': [
        endpoint({ id: 'end_receipt', name: 'Post goods receipt', path: '/docks/{dock}' }),
      ],
    },
  },
  play: async () => {
    const { shown } = await open()
    await expect(await shown.findByText(/needs a value for {dock}/)).toBeInTheDocument()
    await userEvent.type(shown.getByRole('textbox', { name: 'Parameter dock' }), '4{Enter}')
    await shown.findByText('https://api.zeta-wms.example/docks/4')
    await userEvent.type(shown.getByRole('combobox', { name: 'Preview with file' }), 'zebra{Enter}')
    await expect(screen.getByRole('dialog', { name: 'Edit API Endpoint' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await closesWithoutQuestion('Edit API Endpoint')

    const dialog = await openTest()
    await chooseFile(dialog, 'File', /^CMR/)
    await expect(await dialog.findByText(/needs a value for {dock}/)).toBeInTheDocument()
    const send = dialog.getByRole('button', { name: 'Send test' })
    await expect(send).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Parameter dock' }), '7')
    await waitFor(() => expect(send).toBeEnabled())
    await userEvent.click(send)
    await screen.findByText('Test Successful')
    const body = { assetId: 'cmr', sendFile: 'none', params: { dock: '7' } }
    await expect(tested.mock.calls).toEqual([[body]])
  },
}

export const TestWithAFileWarns: Story = {
  play: async () => {
    const dialog = await openTest()
    await chooseFile(dialog, 'File', /^CMR/)
    await expect(await dialog.findByText(/None of the last 20 files has "order/)).toBeVisible()
  },
}

export const TestWithAFileDark: Story = { ...TestWithAFileWarns, globals: { theme: 'dark' } }

/** People who may not read files test without one. */
export const TestWithoutFiles: Story = {
  parameters: {
    api: {
      'GET /auth/me': {
        user: { id: 'usr_1', email: 'a@harbor.example', role: 'admin', isSuperAdmin: false },
        tenant: { id: 'ten_1', name: 'Harbor Logistics', subdomain: 'harbor', logo: null },
        permissions: ['integrations.read', 'integrations.write'],
        session: { id: 'ses_1' },
      },
    },
  },
  play: async () => {
    const { form, shown } = await open()
    await expect(shown.getByText(/because you cannot read files/)).toBeInTheDocument()
    await expect(form.queryByRole('combobox', { name: 'Preview with file' })).toBeNull()
    await closesWithoutQuestion('Edit API Endpoint')
    const menu = await screen.findByRole('button', { name: 'Actions for Post goods receipt' })
    await userEvent.click(menu)
    await expect(await screen.findByRole('menuitem', { name: 'Test' })).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: /with a file/ })).toBeNull()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Test' }))
    await screen.findByText('Test Successful')
    await expect(tested.mock.calls).toEqual([['']])
  },
}
