package dev.loombench.http2.hpack;

/// Decoding of the Huffman code for strings, four bits at a time by a table.
///
/// The code is canonical: codes of the same length follow one another in the order of their symbols,
/// and the shorter ones come first, so that it follows from the lengths.
///
/// Source: RFC 7541, section 5.2 and appendix B.
final class Huffman {
    /// The symbol that ends no string: it must not occur.
    private static final int EOS = 256;

    /// [symbols] bits of the code of each symbol, and of EOS.
    private static final byte[] LENGTHS = {
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, //
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28, //
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, //
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10, //
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, //
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, //
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, //
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, //
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, //
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, //
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, //
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, //
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, //
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, //
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, //
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, //
        30
    };

    /// The nodes of the code's tree that are no symbols.
    private static final int NODES = LENGTHS.length - 1;

    private static final int MAX_LENGTH = 30;

    // An entry of the table: the next node, the symbol that ends within the four bits, and flags.
    private static final int SYMBOL_SHIFT = 8;
    private static final int HAS_SYMBOL = 1 << 16;
    private static final int INVALID = 1 << 17;

    /// [node x four bits] what follows.
    private static final int[] TABLE = new int[NODES * 16];

    /// [node] whether a string may end there: after fewer than eight bits of ones.
    private static final boolean[] MAY_END = new boolean[NODES];

    static {
        var children = tree();
        fillTable(children);
        int node = 0;
        for (int bits = 0; bits < 8; bits++) {
            MAY_END[node] = true;
            node = children[node][1];
        }
    }

    private Huffman() {}

    /// The tree: node -> its children for bits 0 and 1; a symbol s is `-1 - s`.
    private static int[][] tree() {
        var children = new int[NODES][2];
        int nodes = 1;
        int code = 0;
        for (int length = 1; length <= MAX_LENGTH; length++) {
            code <<= 1;
            for (int symbol = 0; symbol < LENGTHS.length; symbol++) {
                if (LENGTHS[symbol] != length) {
                    continue;
                }
                int node = 0;
                for (int bit = length - 1; bit > 0; bit--) {
                    int side = code >> bit & 1;
                    if (children[node][side] == 0) {
                        children[node][side] = nodes++;
                    }
                    node = children[node][side];
                }
                children[node][code & 1] = -1 - symbol;
                code++;
            }
        }
        return children;
    }

    private static void fillTable(int[][] children) {
        for (int node = 0; node < NODES; node++) {
            for (int bits = 0; bits < 16; bits++) {
                TABLE[node * 16 + bits] = entry(children, node, bits);
            }
        }
    }

    /// No code is shorter than five bits, so at most one symbol ends within four.
    private static int entry(int[][] children, int from, int bits) {
        int node = from;
        int entry = 0;
        for (int bit = 3; bit >= 0; bit--) {
            int next = children[node][bits >> bit & 1];
            if (next >= 0) {
                node = next;
                continue;
            }
            int symbol = -1 - next;
            if (symbol == EOS) {
                return INVALID;
            }
            entry = HAS_SYMBOL | symbol << SYMBOL_SHIFT;
            node = 0;
        }
        return entry | node;
    }

    /// The most bytes that encoded ones can become.
    static int maxDecoded(int length) {
        return (int) (length * 8L / 5);
    }

    /// Decodes a string.
    ///
    /// @param out with room for `maxDecoded` bytes
    /// @return the number of bytes
    static int decode(byte[] in, int from, int length, byte[] out) throws HpackFault {
        int count = 0;
        int node = 0;
        for (int i = from; i < from + length; i++) {
            int entry = TABLE[node * 16 + (in[i] >> 4 & 15)];
            if ((entry & (HAS_SYMBOL | INVALID)) != 0) {
                out[count++] = symbol(entry);
            }
            entry = TABLE[(entry & 255) * 16 + (in[i] & 15)];
            if ((entry & (HAS_SYMBOL | INVALID)) != 0) {
                out[count++] = symbol(entry);
            }
            node = entry & 255;
        }
        if (!MAY_END[node]) {
            throw new HpackFault("a Huffman string that ends within a code");
        }
        return count;
    }

    private static byte symbol(int entry) throws HpackFault {
        if ((entry & INVALID) != 0) {
            throw new HpackFault("a Huffman string with the symbol EOS");
        }
        return (byte) (entry >> SYMBOL_SHIFT);
    }
}
