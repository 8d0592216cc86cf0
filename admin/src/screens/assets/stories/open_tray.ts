import { screen } from 'storybook/test'

/**
 * Opens the tray, and holds it open by the focus. It opens by itself for what has begun, on a busy machine between a look and
 * a press that then closes it, and it closes by itself while a story still waits for what is in it.
 */
export async function openTray(): Promise<void> {
  const button = await screen.findByRole('button', { name: /^Under way/ })
  button.focus()
  if (button.getAttribute('aria-expanded') === 'false') button.click()
}
