import { screen } from 'storybook/test'

/** Opens the tray, or keeps it open. */
export async function openTray(): Promise<void> {
  const button = await screen.findByRole('button', { name: /^In progress/ })
  if (button.getAttribute('aria-expanded') === 'false') button.click()
}
