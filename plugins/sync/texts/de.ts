/** German for sync contracts, their runs and their conflicts. */
export default {}
