import type { ApiClient } from '../api/client.js'
import type { Progress } from '../output/progress.js'
import { downloadFile, writeFile } from './download.js'
import { downloadBatch } from './download_batch.js'
import type { WantedFile } from './download_places.js'
import type { DownloadReport } from './download_report.js'

/** Downloads the files of one task: several in one request, then each missing one separately. */
export async function download(
  api: ApiClient,
  files: readonly WantedFile[],
  report: DownloadReport,
  progress: Progress
): Promise<void> {
  const keep = (file: WantedFile, write: (path: string) => Promise<void>) =>
    report.track(file.target, progress, async () => {
      await write(file.path)
      progress.clear()
      report.succeeded(file.asset, file.target, true)
    })
  const downloadTogether = (batch: readonly WantedFile[]) =>
    downloadBatch(api, batch, (file, bytes) =>
      keep(file, async (path) => {
        await writeFile(file.asset, path, bytes)
        progress.advance(bytes.length)
      })
    )
  for (const file of files.length > 1 ? await downloadTogether(files) : files) {
    await keep(file, (path) =>
      downloadFile(api, file.asset, path, {
        onStart: (alreadyThere) => progress.advance(alreadyThere),
        onBytes: (bytes) => progress.advance(bytes),
      })
    )
  }
}
