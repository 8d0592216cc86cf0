import { screen, userEvent, within } from 'storybook/test'

/** Selects the rows with these indexes in a list, and returns the bar with the actions for them. */
export async function selectRows(...places: number[]) {
  const boxes = await screen.findAllByRole('checkbox', { name: /^Select this row/ })
  for (const place of places) await userEvent.click(boxes[place]!)
  return within(await screen.findByRole('group', { name: 'Actions for the selected rows' }))
}
