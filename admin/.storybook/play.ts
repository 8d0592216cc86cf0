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
