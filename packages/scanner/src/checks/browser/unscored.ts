/** Note of what is worth fixing and yet, as everything that only a browser sees, costs no points (decision 40). */
export const UNSCORED = 'No points are deducted, because not every scan includes a browser. It should still be fixed.';
