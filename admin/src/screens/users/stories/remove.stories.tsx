import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { FakeStream } from '../../../../.storybook/fake_stream.js'
import { chooseAction } from '../../../../.storybook/play.js'
import { allUsers, roles } from './fixtures.js'

const stream = new FakeStream()
let asked = 0
let there = allUsers
let answerRemoval = () => {}

const meta: Meta = {
  title: 'Screens/Users/Remove',
  beforeEach: () => {
    stream.reset()
    asked = 0
    there = allUsers
  },
  parameters: {
    route: '/users',
    api: {
      'GET /users': () => there,
      'GET /roles': roles,
      'GET /oauth-configs': [],
      'GET /users/:id/belongings': () => {
        asked += 1
        return { belongings: [] }
      },
      'DELETE /users/:id': async () => {
        const answered = new Promise<void>((resolve) => (answerRemoval = resolve))
        there = allUsers.filter(({ id }) => id !== 'usr_13')
        stream.send('user_removed')
        await answered
        return { status: 204 }
      },
      'GET /events/stream': stream.answer,
    },
  },
}
export default meta

/** Red when the dialog asks for a removed person because the event arrives before the answer. */
export const EventBeforeTheAnswer: StoryObj = {
  play: async ({ canvas }) => {
    await waitFor(() => expect(stream.isHeard).toBe(true))
    await chooseAction('Tova Lind', 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Tova Lind?' }))
    await waitFor(() => expect(dialog.queryByRole('status')).toBeNull())
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(canvas.queryByText('Tova Lind')).toBeNull())
    answerRemoval()
    await expect(await screen.findByText('User deleted')).toBeVisible()
    await expect(asked).toBe(1)
  },
}
