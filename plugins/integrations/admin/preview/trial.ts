import type { sendFileModes } from '../model.js'

/** A file to try an endpoint with. */
export interface TrialFile {
  id: string
  name: string
  size: number | null
  updatedAt: string
}

/** With what an endpoint is tried: sample values, or a file and how that is sent; and what a step would give. */
export interface Trial {
  file: TrialFile | null
  sendFile: (typeof sendFileModes)[number]
  params: Record<string, string>
}

export const noTrial: Trial = { file: null, sendFile: 'none', params: {} }

/** As the API takes it, with the parameters of these names that were entered. */
export function trialBody({ file, sendFile, params }: Trial, names: readonly string[]) {
  const entered = names.filter((name) => params[name])
  return {
    ...(file && { assetId: file.id, sendFile }),
    ...(entered.length > 0 && {
      params: Object.fromEntries(entered.map((name) => [name, params[name]])),
    }),
  }
}
