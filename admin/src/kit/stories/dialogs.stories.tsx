import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { Meta, StoryObj } from '@storybook/react-vite'
import {
  ApiError,
  ConfirmDialog,
  FieldRow,
  FormDialog,
  lazyPart,
  PartMissing,
} from '@crossdock/admin/kit'
import { required } from 'ra-core'
import { BooleanInput, CheckboxGroupInput, SelectInput, TextInput } from 'react-admin'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, type NavigateFunction } from 'react-router-dom'
import { expect, fireEvent, fn, screen, userEvent, waitFor } from 'storybook/test'
import {
  answerDiscard,
  asksBeforeClosing,
  closesWithoutQuestion,
} from '../../../.storybook/play.js'

const meta: Meta = { title: 'Kit/Dialogs' }
export default meta
type Story = StoryObj

let answerSlow = () => {}
const save = fn(async (values: { name: string }) => {
  if (values.name === 'Full') {
    const message = 'This environment allows 10 systems.'
    throw new ApiError(message, 422, { errors: { environmentId: message } })
  }
  if (values.name === 'Slow') return new Promise<void>((resolve) => (answerSlow = resolve))
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
          description="Connect a service to exchange files and events with it."
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
    // The error does not block the next attempt.
    await userEvent.type(name, ' moon')
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

const saveSlowly = async () => {
  await openDialog()
  await userEvent.type(screen.getByRole('textbox', { name: /System Name/ }), 'Slow')
  await submit()
  await screen.findByText('Saving...')
}
const leaving = { name: 'Leave before your change is saved?' }
const closeForm = () => userEvent.click(screen.getByRole('button', { name: 'Close' }))

/** Red when the question stays open after its form has closed. */
export const QuestionGoesWithItsForm: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await saveSlowly()
    await closeForm()
    await screen.findByRole('alertdialog', leaving)
    answerSlow()
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
}

/** Red when Cancel does not ask while the call runs, or when a late answer closes a dialog opened since. */
export const LeftBeforeTheAnswer: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await saveSlowly()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('alertdialog', leaving)
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openDialog()
    await userEvent.type(screen.getByRole('textbox', { name: /System Name/ }), 'Next')
    answerSlow()
    await userEvent.type(screen.getByRole('textbox', { name: /System Name/ }), ' one')
    await expect(screen.getByRole('textbox', { name: /System Name/ })).toHaveValue('Next one')
    await expect(screen.queryByRole('alertdialog')).toBeNull()
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

const type = async (text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name: /System Name/ }), text)

/** Red when a changed form closes, or when a form with undone changes asks. */
export const AsksBeforeDiscarding: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await openDialog()
    await type('Quay')
    await asksBeforeClosing('Add External System')
    await openDialog()
    await type('Quay')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await answerDiscard('Keep editing')
    await userEvent.clear(screen.getByRole('textbox', { name: /System Name/ }))
    await closesWithoutQuestion('Add External System')
  },
}

export const AsksBeforeDiscardingDark: Story = {
  render: () => <SystemDialog />,
  globals: { theme: 'dark' },
  play: async () => {
    await openDialog()
    await type('Quay')
    await userEvent.keyboard('{Escape}')
    await expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard changes?')
  },
}

/** A click outside the dialog asks as well. */
export const BackdropAsks: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    await openDialog()
    await type('Quay')
    await userEvent.click(document.querySelector('.MuiDialog-container') as Element)
    await answerDiscard('Discard')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

let leaveFor: NavigateFunction

function Somewhere() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    leaveFor = navigate
  }, [navigate])
  return (
    <>
      <p>At {pathname}</p>
      <SystemDialog />
    </>
  )
}

/** Back and links of the console ask before they leave a changed form. */
export const LeavingAsks: Story = {
  render: () => <Somewhere />,
  play: async () => {
    await openDialog()
    await type('Quay')
    void leaveFor('/elsewhere')
    await answerDiscard('Keep editing')
    await expect(screen.getByText('At /')).toBeInTheDocument()
    void leaveFor('/elsewhere')
    await answerDiscard('Discard')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(await screen.findByText('At /elsewhere')).toBeVisible()
  },
}

export const ClosingTheTabAsks: Story = {
  render: () => <SystemDialog />,
  play: async () => {
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await openDialog()
    await expect(leave()).toBe(true)
    await type('Quay')
    await expect(leave()).toBe(false)
  },
}

const missing = fn()
const Absent = lazyPart<{ onClose: () => void }>(() =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module: /static/x.js'))
)

function PageWithAbsentPart() {
  const [open, setOpen] = useState(false)
  return (
    <PartMissing value={missing}>
      <TextField label="Half-filled" />
      <Button onClick={() => setOpen(true)}>Add</Button>
      {open && <Absent onClose={() => setOpen(false)} />}
    </PartMissing>
  )
}

/** Red when a dialog whose code is missing removes the whole screen. */
export const PartWhoseCodeIsGone: Story = {
  render: () => <PageWithAbsentPart />,
  beforeEach: () => void missing.mockClear(),
  play: async ({ canvas }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Half-filled' }), 'Quay')
    const add = canvas.getByRole('button', { name: 'Add' })
    await userEvent.click(add)
    await waitFor(() => expect(missing).toHaveBeenCalledTimes(1))
    await userEvent.click(add)
    await waitFor(() => expect(missing).toHaveBeenCalledTimes(2))
    await expect(canvas.getByRole('textbox', { name: 'Half-filled' })).toHaveValue('Quay')
  },
}

const acted = fn()

function AsksAndActs() {
  const [asks, setAsks] = useState(false)
  const [isPending, setPending] = useState(false)
  return (
    <>
      <Button onClick={() => setAsks(true)}>Delete</Button>
      <Button onClick={() => setPending(false)}>The call fails</Button>
      <ConfirmDialog
        open={asks}
        title="Delete workflow"
        confirmLabel="Delete it"
        pending={isPending}
        onConfirm={() => {
          acted()
          // Like the state of a call, which is reported a moment later.
          setTimeout(() => setPending(true))
        }}
        onClose={() => setAsks(false)}
      />
    </>
  )
}

/** Red when the button runs its action twice, or when the second click lands outside the dialog. */
export const ConfirmDoubleClicked: Story = {
  render: () => <AsksAndActs />,
  play: async ({ canvas }) => {
    acted.mockClear()
    await userEvent.click(canvas.getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete workflow' })
    const outside = dialog.closest<HTMLElement>('.MuiDialog-container')!
    fireEvent.mouseDown(outside, { detail: 2 })
    fireEvent.click(outside, { detail: 2 })
    const sure = screen.getByRole('button', { name: 'Delete it' })
    sure.click()
    sure.click()
    await waitFor(() => expect(sure).toBeDisabled())
    await expect(acted).toHaveBeenCalledTimes(1)
    // The question is still open after the call has failed.
    canvas.getByText('The call fails').click()
    await waitFor(() => expect(sure).toBeEnabled())
    await userEvent.click(sure)
    await expect(acted).toHaveBeenCalledTimes(2)
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
