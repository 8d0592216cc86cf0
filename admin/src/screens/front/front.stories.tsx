import type { DemoRequest, PublicPages } from '@crossdock/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { FakeRequest } from '../../../.storybook/fake_api.js'
import { chooseAction } from '../../../.storybook/play.js'

const done = fn()
let requests: DemoRequest[] = []
let pages: PublicPages

const meta: Meta = {
  title: 'Screens/Public pages',
  beforeEach: () => {
    done.mockClear()
    requests = [
      {
        id: 'req_1',
        name: 'Ada Lund',
        email: 'ada@nordfjord.example',
        status: 'open',
        message: 'Nine sites,\ntwo partners.',
        answeredAt: null,
        createdAt: new Date(Date.now() - 3_600_000).toISOString(),
      },
      {
        id: 'req_2',
        name: 'Ben Ott',
        email: 'ben@pine.example',
        status: 'answered',
        message: null,
        answeredAt: new Date().toISOString(),
        createdAt: new Date(Date.now() - 90_000_000).toISOString(),
      },
    ]
    pages = {
      productName: null,
      primaryColor: null,
      logo: null,
      trialDays: 30,
      uptimePercent: 99.9,
      monthlyTransferTb: null,
      integrations: null,
      organizations: null,
      encryptionBits: null,
      pricingCallMinutes: null,
      updatedAt: null,
    }
  },
  parameters: {
    route: '/system?tab=demo-requests',
    session: 'superAdmin',
    api: {
      'GET /demo-requests': () => requests,
      'PUT /demo-requests/:id': ({ params, body }: FakeRequest) => {
        const { status } = body as { status: string }
        done(params.id, status)
        requests = requests.map((one) => (one.id === params.id ? { ...one, status } : one))
        return requests.find(({ id }) => id === params.id)
      },
      'DELETE /demo-requests/:id': ({ params }: FakeRequest) => {
        done('delete', params.id)
        requests = requests.filter(({ id }) => id !== params.id)
        return { status: 204 }
      },
      'GET /public-pages': () => pages,
      'PUT /public-pages': ({ body }: FakeRequest) => {
        done(body)
        pages = { ...pages, ...(body as Partial<PublicPages>) }
        return pages
      },
    },
  },
}
export default meta
type Story = StoryObj

/** Red when the dialog does not show the whole message, or marks another request. */
export const Requests: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByText('ada@nordfjord.example'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ada Lund' }))
    await expect(dialog.getByText(/Nine sites,/)).toBeVisible()
    const write = dialog.getByRole('link', { name: 'Write an email' })
    await expect(write).toHaveAttribute('href', 'mailto:ada%40nordfjord.example')
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as answered' }))
    await waitFor(() => expect(done).toHaveBeenCalledWith('req_1', 'answered'))
  },
}

export const RequestsDark: Story = { globals: { theme: 'dark' } }

/** Red when a request is deleted without a question. */
export const DeletesOnceAsked: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('ben@pine.example')
    await chooseAction('Ben Ott', 'Delete')
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Delete the request of Ben Ott?',
    })
    await expect(done).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(done).toHaveBeenCalledWith('delete', 'req_2'))
  },
}

export const NoRequests: Story = {
  parameters: { api: { 'GET /demo-requests': [] } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No requests for a demo')).toBeVisible()
  },
}

/** Red when a removed figure is not sent as null, or a figure that was not set is shown. */
export const Pages: Story = {
  parameters: { route: '/system?tab=public-pages', axe: true },
  play: async () => {
    const figures = await screen.findByRole('region', { name: 'Figures' })
    await expect(figures).toHaveTextContent('Uptime SLA (%)99.9')
    await expect(figures).toHaveTextContent('Integrations, at leastNot set')
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Public pages' }))
    await userEvent.clear(dialog.getByLabelText('Free trial (days)'))
    await userEvent.type(dialog.getByLabelText('Product name'), 'Harbor Cloud')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(done).toHaveBeenCalledWith(
        expect.objectContaining({
          productName: 'Harbor Cloud',
          trialDays: null,
          uptimePercent: 99.9,
        })
      )
    )
  },
}
