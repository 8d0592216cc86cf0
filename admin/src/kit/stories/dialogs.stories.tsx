import Button from '@mui/material/Button'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ApiError, ConfirmDialog, FieldRow, FormDialog } from '@crossdock/admin/kit'
import { required } from 'ra-core'
import { BooleanInput, CheckboxGroupInput, SelectInput, TextInput } from 'react-admin'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'

const meta: Meta = { title: 'Kit/Dialogs' }
export default meta
type Story = StoryObj

const save = fn(async (values: { name: string }) => {
  if (values.name === 'Full') {
    const message = 'This environment allows 10 systems.'
    throw new ApiError(message, 422, { errors: { environmentId: message } })
  }
  if (values.name !== 'Taken') return
  const errors = { name: 'A system of this name already exists.' }
  throw new ApiError('The system could not be saved.', 422, { errors })
})

function SystemDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        Add System
      </Button>
      {open && (
        <FormDialog<{ name: string }>
          open
          title="Add External System"
          description="Connect a service so that files and events can move in and out of it."
          submitLabel="Add System"
          submittingLabel="Saving..."
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          <FieldRow>
            <TextInput source="name" label="System Name" validate={required('Name is required')} />
            <SelectInput
              source="type"
              label="System Type"
              defaultValue="api"
              choices={[
                { id: 'api', name: 'REST API' },
                { id: 'webhook', name: 'Webhook Receiver' },
              ]}
            />
          </FieldRow>
          <TextInput source="description" label="Description" multiline minRows={2} />
          <TextInput
            source="baseUrl"
            label="Base URL"
            helperText="Base URL for API calls to this system"
            placeholder="https://"
          />
          <CheckboxGroupInput
            source="capabilities"
            label="Capabilities"
            choices={['send', 'receive', 'observe'].map((id) => ({ id, name: id }))}
          />
          <BooleanInput source="isActive" label="Active" defaultValue />
        </FormDialog>
      )}
    </>
  )
}

const openDialog = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add System' }))
  await screen.findByRole('dialog', { name: 'Add External System' })
}
const submit = async () => {
  const dialog = screen.getByRole('dialog')
  const buttons = Array.from(dialog.querySelectorAll<HTMLButtonElement>('button[type=submit]'))
  await userEvent.click(buttons[0] as HTMLButtonElement)
}

export const Form: Story = { render: () => <SystemDialog />, play: openDialog }

export const FormDark: Story = { ...Form, globals: { theme: 'dark' } }

export const FieldErrorsOfTheServer: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await openDialog()
    await submit()
    await expect(await screen.findByText('Name is required')).toBeVisible()
    const name = screen.getByRole('textbox', { name: /System Name/ })
    await userEvent.type(name, 'Taken')
    await submit()
    await expect(await screen.findByText('A system of this name already exists.')).toBeVisible()
    await userEvent.clear(name)
    await userEvent.type(name, 'Free')
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Free' }))
  },
}

export const FieldErrorsWithoutAField: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await openDialog()
    const name = screen.getByRole('textbox', { name: /System Name/ })
    await userEvent.type(name, 'Full')
    await submit()
    await expect(await screen.findByRole('alert')).toHaveTextContent(
      'This environment allows 10 systems.'
    )
    // It does not stand in the way of the next try.
    await userEvent.type(name, ' moon')
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const EscapeReturnsFocus: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await openDialog()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add System' })).toHaveFocus())
  },
}

const confirm = fn()
const cancel = fn()

export const Confirm: Story = {
  render: () => (
    <ConfirmDialog
      open
      title="Delete workflow"
      description="Are you sure you want to delete this workflow?"
      confirmLabel="Delete"
      destructive
      onConfirm={confirm}
      onClose={cancel}
    />
  ),
  play: async () => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete workflow' })
    await expect(dialog).toHaveAccessibleDescription(
      'Are you sure you want to delete this workflow?'
    )
    await expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await expect(confirm).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(cancel).toHaveBeenCalledOnce()
  },
}

export const ConfirmDark: Story = { ...Confirm, globals: { theme: 'dark' }, play: undefined }
