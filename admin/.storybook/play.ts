import { expect, screen, userEvent, waitFor, type within } from 'storybook/test'
import type { FakeRequest } from './fake_api.js'

type Note = (call: string, id: string | undefined, body: unknown) => void

/** An answer of the fake server that notes what it got: `record('update')`. */
export const recordWith =
  (note: Note) =>
  (call: string, status = 200) =>
  ({ body, params }: FakeRequest) => {
    note(call, params.id, body)
    return { status, body: body || {} }
  }

/** Choose an option of a select. */
export async function pick(form: ReturnType<typeof within>, field: RegExp, option: string) {
  await userEvent.click(await form.findByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
}

/** Choose from the menu of a row. */
export async function chooseAction(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

/** Escape closes the open form without asking. */
export async function closesUnasked(name: string) {
  await screen.findByRole('dialog', { name })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  await expect(screen.queryByRole('alertdialog')).toBeNull()
}

/** Escape asks first; `Keep editing` leaves the form as it is, `Discard` closes it. */
export async function asksBeforeClosing(name: string) {
  await screen.findByRole('dialog', { name })
  await userEvent.keyboard('{Escape}')
  await answerDiscard('Keep editing')
  await expect(screen.getByRole('dialog', { name })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await answerDiscard('Discard')
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
}

/** Answer "Discard changes?". */
export async function answerDiscard(answer: 'Keep editing' | 'Discard') {
  await userEvent.click(await screen.findByRole('button', { name: answer }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}
