import type { Meta, StoryObj } from '@storybook/react-vite'
import { FormDialog, useDialogAddress } from '@crossdock/admin/kit'
import { TextInput } from 'react-admin'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { useLocation, useNavigate } from 'react-router-dom'
import { answerDiscard } from '../../../.storybook/play.js'

function Berths() {
  const creating = useDialogAddress('new')
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p role="status">{search || 'no dialog'}</p>
      <button onClick={() => creating.open('berth')}>New berth</button>
      <button onClick={() => void navigate('?sort=name&new=berth')}>A shared link</button>
      {creating.value === 'berth' && (
        <FormDialog
          open
          title="New berth"
          submitLabel="Create berth"
          onSubmit={() => Promise.resolve()}
          onClose={creating.close}
        >
          <TextInput source="name" label="Name" />
        </FormDialog>
      )}
    </>
  )
}

const meta: Meta = { title: 'Kit/Dialogs with an address', render: () => <Berths /> }
export default meta
type Story = StoryObj

const fill = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: 'New berth' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'North quay')
  return dialog
}
const closed = async (address: string) => {
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(address))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect(screen.queryByRole('alertdialog')).toBeNull()
}

export const OpensAndCloses: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'New berth' }))
    const dialog = await fill()
    await expect(screen.getByText('?new=berth')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Create berth' }))
    await closed('no dialog')
  },
}

/** Leaving through the address loses no input. */
export const AsksFirst: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'New berth' }))
    await fill()
    await userEvent.keyboard('{Escape}')
    await answerDiscard('Keep editing')
    await userEvent.keyboard('{Escape}')
    await answerDiscard('Discard')
    await closed('no dialog')
  },
}

/** Other parameters of the address stay. */
export const FromALink: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'A shared link' }))
    const dialog = await fill()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await closed('?sort=name')
  },
}
