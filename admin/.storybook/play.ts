import { expect, screen, userEvent, waitFor, type within } from 'storybook/test'
import type { FakeRequest } from './fake_api.js'

type Note = (call: string, id: string | undefined, body: unknown) => void

/** Returns a function that creates an answer of the fake server, which records its request: `record('update')`. */
export const recordWith =
  (note: Note) =>
  (call: string, status = 200) =>
  ({ body, params }: FakeRequest) => {
    note(call, params.id, body)
    return { status, body: body || {} }
  }

/** Chooses an option of a select. */
export async function pick(form: ReturnType<typeof within>, field: RegExp, option: string) {
  await userEvent.click(await form.findByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
}

/** Chooses an action from the menu of the row with this name. */
export async function chooseAction(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

/** Checks that Escape closes the open form without a question. */
export async function closesWithoutQuestion(name: string) {
  await screen.findByRole('dialog', { name })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
  await expect(screen.queryByRole('alertdialog')).toBeNull()
}

/** Checks that Escape asks first, that `Keep editing` keeps the form, and that `Discard` closes it. */
export async function asksBeforeClosing(name: string) {
  await screen.findByRole('dialog', { name })
  await userEvent.keyboard('{Escape}')
  await answerDiscard('Keep editing')
  await expect(screen.getByRole('dialog', { name })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await answerDiscard('Discard')
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())
}

/** Answers "Discard changes?". */
export async function answerDiscard(answer: 'Keep editing' | 'Discard') {
  await userEvent.click(await screen.findByRole('button', { name: answer }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}
