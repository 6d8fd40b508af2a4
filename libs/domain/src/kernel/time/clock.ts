/** Returns the present instant. A parameter of every use case that depends on it. */
export type Clock = () => Date;
