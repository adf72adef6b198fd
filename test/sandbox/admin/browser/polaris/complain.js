export const complain = (message) => console.error(`[polaris stand-in] ${message}`);
