/** Version of the contract plugins declare compatibility with. */
export const kernelVersion = '1.0.0'
