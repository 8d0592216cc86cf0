import type { Page, Route } from 'playwright-core'

/** A file from the person's own machine. */
export interface LocalFile {
  name: string
  content: string
  type?: string
}

const forBrowser = ({ name, content, type = 'text/plain' }: LocalFile) => ({
  name,
  mimeType: type,
  buffer: Buffer.from(content),
})

/** Uploads with the Upload button and the browser's file chooser. */
export async function choose(page: Page, ...files: LocalFile[]): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await opened).setFiles(files.map(forBrowser))
}

/** Drags files over the page, runs `during`, and drops them. */
export async function drop(
  page: Page,
  files: LocalFile[],
  during: () => Promise<void>
): Promise<void> {
  const dataTransfer = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const { name, content, type } of list) {
      transfer.items.add(new File([content], name, { type }))
    }
    return transfer
  }, files)
  const target = page.getByRole('heading', { level: 1 })
  await target.dispatchEvent('dragenter', { dataTransfer })
  await during()
  await target.dispatchEvent('drop', { dataTransfer })
}

/**
 * Drags files or folders of this machine to the bottom of the page, where no folder row accepts them. The files
 * of `drop` are created by a script, which cannot create folders.
 */
export async function dropFromDesk(
  page: Page,
  files: string[],
  during: () => Promise<void>
): Promise<void> {
  const { width, height } = page.viewportSize()!
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, x: width / 2, y: height - 20, data })
  await drag('dragEnter')
  await drag('dragOver')
  await during()
  await drag('drop')
}

/** Lets only these bytes of the next resumable upload arrive, without an answer. Returns the upload's address. */
export async function sendOnly(page: Page, bytes: Buffer): Promise<{ address: Promise<string> }> {
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  const cut = async (route: Route) => {
    await route.fetch({ postData: bytes })
    resolve(new URL(route.request().url()).pathname)
  }
  await page.route('**/api/uploads/*', (route) => cut(route).catch(reject), { times: 1 })
  return { address }
}

/** The file that the browser saves when `trigger` starts a download. */
export async function saved(
  page: Page,
  trigger: () => Promise<unknown>
): Promise<{ name: string; content: string }> {
  const started = page.waitForEvent('download')
  await trigger()
  const download = await started
  let content = ''
  for await (const chunk of await download.createReadStream()) content += chunk
  return { name: download.suggestedFilename(), content }
}
