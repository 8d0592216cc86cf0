/** Name of the job that works one run. */
export const runFlow = 'flows.run'
